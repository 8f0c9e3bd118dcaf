package org.eclipse.jetty.ee10.servlet.security;

import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.ee10.servlet.api.SecurityHandlerApi;
import org.eclipse.jetty.ee10.servlet.api.ServletScope;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.http.pathmap.PathMappings;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the security constraints of a web application: the most specific path pattern that matches decides, by method
 * (Servlet section 13.8.3). Constraints on the same pattern and method combine: any of their roles is enough, a constraint
 * without authorization opens, one without roles closes (section 13.8.1). Thread-safe once started.
 */
public class ConstraintSecurityHandler extends SecurityHandlerApi implements ConstraintAware {
    /** The role name that stands for any role of the application. */
    public static final String ANY_KNOWN_ROLE = "*";

    /** The role name that stands for any authenticated user. */
    public static final String ANY_ROLE = "**";

    private static final Logger LOG = LoggerFactory.getLogger(ConstraintSecurityHandler.class);

    private final List<ConstraintMapping> constraintMappings = new CopyOnWriteArrayList<>();
    private final Set<String> durableRoles = new HashSet<>();
    private final Set<String> knownRoles = Collections.synchronizedSet(new LinkedHashSet<>());
    private volatile PathMappings<Methods> mappings = new PathMappings<>();
    private volatile Set<String> uncoveredPaths = Set.of();
    private boolean denyUncoveredMethods;

    /**
     * What one path pattern demands. Immutable.
     *
     * @param named the methods that a mapping names, each with what all mappings together say of it; null for a method that none covers
     * @param others what the mappings say of each other method; null if none covers it
     */
    private record Methods(
            Map<String, @Nullable Constraint> named,
            @Nullable Constraint others) {
        @Nullable
        Constraint get(String method) {
            return named.containsKey(method) ? named.get(method) : others;
        }

        boolean isUncovered() {
            return others == null || named.containsValue(null);
        }

        /** The same, but for methods that are uncovered, which are denied. */
        Methods denying() {
            Map<String, @Nullable Constraint> denied = new HashMap<>(named);
            denied.replaceAll((method, constraint) -> constraint == null ? Constraint.FORBIDDEN : constraint);
            return new Methods(denied, others == null ? Constraint.FORBIDDEN : others);
        }
    }

    public ConstraintSecurityHandler() {}

    // from annotations and the Servlet API

    /** Returns the constraint of an annotation's or API's element. */
    public static Constraint createConstraint(String name, HttpConstraintElement element) {
        return createConstraint(
                name, element.getRolesAllowed(), element.getEmptyRoleSemantic(), element.getTransportGuarantee());
    }

    public static Constraint createConstraint(
            @Nullable String name,
            String @Nullable [] rolesAllowed,
            EmptyRoleSemantic permitOrDeny,
            TransportGuarantee transport) {
        Constraint.Builder builder = new Constraint.Builder().name(name);
        if (rolesAllowed == null || rolesAllowed.length == 0) {
            builder.authorization(
                    permitOrDeny == EmptyRoleSemantic.DENY
                            ? Constraint.Authorization.FORBIDDEN
                            : Constraint.Authorization.ALLOWED);
        } else {
            List<String> roles = Arrays.asList(rolesAllowed);
            if (roles.contains(ANY_ROLE)) {
                builder.authorization(Constraint.Authorization.ANY_USER);
            } else if (roles.contains(ANY_KNOWN_ROLE)) {
                builder.authorization(Constraint.Authorization.KNOWN_ROLE);
            } else {
                builder.authorization(Constraint.Authorization.SPECIFIC_ROLE).roles(rolesAllowed);
            }
        }
        builder.transport(
                transport == TransportGuarantee.CONFIDENTIAL ? Constraint.Transport.SECURE : Constraint.Transport.ANY);
        return builder.build();
    }

    /** Returns the mappings that a servlet's security element means for one of its paths. */
    public static List<ConstraintMapping> createConstraintsWithMappingsForPath(
            String name, String pathSpec, ServletSecurityElement element) {
        List<ConstraintMapping> created = new ArrayList<>();
        List<String> methods = new ArrayList<>();
        for (HttpMethodConstraintElement methodElement : element.getHttpMethodConstraints()) {
            ConstraintMapping mapping = new ConstraintMapping();
            mapping.setConstraint(createConstraint(name, methodElement));
            mapping.setPathSpec(pathSpec);
            mapping.setMethod(methodElement.getMethodName());
            methods.add(methodElement.getMethodName());
            created.add(mapping);
        }
        boolean permitsAll = element.getRolesAllowed().length == 0
                && element.getEmptyRoleSemantic() == EmptyRoleSemantic.PERMIT
                && element.getTransportGuarantee() == TransportGuarantee.NONE;
        // without anything to say for the other methods they stay uncovered (Servlet section 13.4.1)
        if (permitsAll && !methods.isEmpty()) {
            return created;
        }
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setConstraint(createConstraint(name, element));
        mapping.setPathSpec(pathSpec);
        if (!methods.isEmpty()) {
            mapping.setMethodOmissions(methods.toArray(new String[0]));
        }
        created.add(mapping);
        return created;
    }

    /** Returns the mappings without those of a path pattern. */
    public static List<ConstraintMapping> removeConstraintMappingsForPath(
            @Nullable String pathSpec, @Nullable List<ConstraintMapping> constraintMappings) {
        if (pathSpec == null || pathSpec.isBlank() || constraintMappings == null) {
            return Collections.emptyList();
        }
        List<ConstraintMapping> kept = new ArrayList<>(constraintMappings);
        kept.removeIf(mapping -> pathSpec.equals(mapping.getPathSpec()));
        return kept;
    }

    // configuration

    @Override
    public List<ConstraintMapping> getConstraintMappings() {
        return constraintMappings;
    }

    @Override
    public Set<String> getKnownRoles() {
        synchronized (knownRoles) {
            return new LinkedHashSet<>(knownRoles);
        }
    }

    public void setConstraintMappings(List<ConstraintMapping> mappings) {
        setConstraintMappings(mappings, null);
    }

    public void setConstraintMappings(ConstraintMapping[] mappings) {
        setConstraintMappings(Arrays.asList(mappings), null);
    }

    @Override
    public void setConstraintMappings(List<ConstraintMapping> mappings, @Nullable Set<String> roles) {
        constraintMappings.clear();
        constraintMappings.addAll(mappings);
        Set<String> known = roles == null ? new HashSet<>() : roles;
        if (roles == null) {
            for (ConstraintMapping mapping : mappings) {
                Constraint constraint = mapping.getConstraint();
                if (constraint != null) {
                    known.addAll(constraint.getRoles());
                }
            }
        }
        setRoles(known);
        if (isRunning()) {
            rebuild();
        }
    }

    /** Sets the known roles. */
    public void setRoles(Set<String> roles) {
        knownRoles.clear();
        knownRoles.addAll(roles);
    }

    @Override
    public void addConstraintMapping(ConstraintMapping mapping) {
        constraintMappings.add(mapping);
        if (mapping.getConstraint() != null && mapping.getConstraint().getRoles() != null) {
            for (String role : mapping.getConstraint().getRoles()) {
                if (!ANY_KNOWN_ROLE.equals(role) && !ANY_ROLE.equals(role)) {
                    addKnownRole(role);
                }
            }
        }
        if (isRunning()) {
            rebuild();
        }
    }

    @Override
    public void addKnownRole(String role) {
        knownRoles.add(role);
        if (!isRunning()) {
            durableRoles.add(role);
        }
    }

    @Override
    public void setDenyUncoveredHttpMethods(boolean deny) {
        denyUncoveredMethods = deny;
        if (isRunning()) {
            rebuild();
        }
    }

    @Override
    public boolean isDenyUncoveredHttpMethods() {
        return denyUncoveredMethods;
    }

    @Override
    protected void doStart() throws Exception {
        rebuild();
        checkPathsWithUncoveredHttpMethods();
        takeInitParameters();
        super.doStart();
    }

    /** The parameters of the authenticator that the context has, unless they have been set here. */
    private void takeInitParameters() {
        ServletContext context = ServletScope.servletContextOf(ContextHandler.getCurrentContext());
        if (context == null) {
            return;
        }
        for (String name : Collections.list(context.getInitParameterNames())) {
            if (name.startsWith("org.eclipse.jetty.security.") && getParameter(name) == null) {
                setParameter(name, context.getInitParameter(name));
            }
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        mappings = new PathMappings<>();
        uncoveredPaths = Set.of();
        knownRoles.retainAll(durableRoles);
    }

    // rules

    private synchronized void rebuild() {
        Map<String, List<ConstraintMapping>> bySpec = new LinkedHashMap<>();
        for (ConstraintMapping mapping : constraintMappings) {
            String path = mapping.getPathSpec();
            if (path == null || mapping.getConstraint() == null) {
                throw new IllegalStateException(mapping + " (expected: a path and a constraint)");
            }
            bySpec.computeIfAbsent(path, spec -> new ArrayList<>()).add(mapping);
        }
        PathMappings<Methods> rebuilt = new PathMappings<>();
        Set<String> uncovered = new LinkedHashSet<>();
        bySpec.forEach((spec, ofSpec) -> {
            Methods methods = combine(ofSpec);
            if (methods.isUncovered()) {
                uncovered.add(spec);
            }
            rebuilt.put(new ServletPathSpec(spec), denyUncoveredMethods ? methods.denying() : methods);
        });
        mappings = rebuilt;
        uncoveredPaths = uncovered;
    }

    /** What the mappings of one path pattern say together: each of those that cover a method counts (section 13.8.1). */
    private Methods combine(List<ConstraintMapping> ofSpec) {
        Set<String> names = new LinkedHashSet<>();
        for (ConstraintMapping mapping : ofSpec) {
            String method = method(mapping);
            if (method == null) {
                names.addAll(omissions(mapping));
            } else {
                names.add(method);
            }
        }
        Map<String, @Nullable Constraint> named = new HashMap<>();
        for (String name : names) {
            named.put(name, combine(ofSpec, name));
        }
        return new Methods(named, combine(ofSpec, null));
    }

    /** @param method null for one that no mapping names */
    private @Nullable Constraint combine(List<ConstraintMapping> ofSpec, @Nullable String method) {
        Constraint combined = null;
        for (ConstraintMapping mapping : ofSpec) {
            if (isOn(mapping, method)) {
                combined = combineServletConstraints(combined, mapping.getConstraint());
            }
        }
        return combined;
    }

    private static boolean isOn(ConstraintMapping mapping, @Nullable String method) {
        String named = method(mapping);
        return named == null ? method == null || !omissions(mapping).contains(method) : named.equals(method);
    }

    private static @Nullable String method(ConstraintMapping mapping) {
        String method = mapping.getMethod();
        return method == null || method.isEmpty() ? null : method;
    }

    private static List<String> omissions(ConstraintMapping mapping) {
        String[] omissions = mapping.getMethodOmissions();
        return omissions == null ? List.of() : Arrays.asList(omissions);
    }

    /** Combines constraints on the same resource: what one permits is permitted, unless one forbids (section 13.8.1). */
    protected @Nullable Constraint combineServletConstraints(@Nullable Constraint a, @Nullable Constraint b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        Constraint.Authorization authorization;
        Set<String> roles = new LinkedHashSet<>();
        if (is(a, b, Constraint.Authorization.FORBIDDEN)) {
            authorization = Constraint.Authorization.FORBIDDEN;
        } else if (is(a, b, Constraint.Authorization.ALLOWED) || is(a, b, Constraint.Authorization.INHERIT)) {
            // one on the transport alone has nothing against anybody
            authorization = Constraint.Authorization.ALLOWED;
        } else if (is(a, b, Constraint.Authorization.ANY_USER)) {
            authorization = Constraint.Authorization.ANY_USER;
        } else if (is(a, b, Constraint.Authorization.KNOWN_ROLE)) {
            authorization = Constraint.Authorization.KNOWN_ROLE;
        } else {
            authorization = Constraint.Authorization.SPECIFIC_ROLE;
            roles.addAll(a.getRoles());
            roles.addAll(b.getRoles());
        }
        Constraint.Transport transport =
                a.getTransport() == Constraint.Transport.SECURE && b.getTransport() == Constraint.Transport.SECURE
                        ? Constraint.Transport.SECURE
                        : Constraint.Transport.ANY;
        return Constraint.from(a.getName(), transport, authorization, roles);
    }

    private static boolean is(Constraint a, Constraint b, Constraint.Authorization authorization) {
        return a.getAuthorization() == authorization || b.getAuthorization() == authorization;
    }

    @Override
    protected @Nullable Constraint getConstraint(@Nullable String pathInContext, Request request) {
        if (pathInContext == null) {
            return null;
        }
        MatchedResource<Methods> matched = mappings.getMatched(pathInContext);
        return matched == null ? null : matched.getResource().get(request.getMethod());
    }

    @Override
    public boolean checkPathsWithUncoveredHttpMethods() {
        Set<String> paths = getPathsWithUncoveredHttpMethods();
        for (String path : paths) {
            LOG.warn("Path with uncovered HTTP methods, {}: {}", denyUncoveredMethods ? "denied" : "allowed", path);
        }
        return !paths.isEmpty();
    }

    /** Returns the path patterns that leave methods without a constraint. */
    public Set<String> getPathsWithUncoveredHttpMethods() {
        return new LinkedHashSet<>(uncoveredPaths);
    }
}

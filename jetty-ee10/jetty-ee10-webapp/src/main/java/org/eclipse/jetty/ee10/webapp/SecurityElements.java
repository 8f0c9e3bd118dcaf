package org.eclipse.jetty.ee10.webapp;

import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.all;
import static org.eclipse.jetty.ee10.webapp.DescriptorMerge.text;

import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.ee10.servlet.security.ConstraintAware;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.http.HttpTokens;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.xml.XmlParser.Node;
import org.jspecify.annotations.Nullable;

/** Applies constraints, roles and logins (Servlet chapter 13). Confined to the processing of one descriptor. */
final class SecurityElements {
    /** The names by which the form authenticator asks for its pages. */
    private static final String FORM_LOGIN_PAGE = "org.eclipse.jetty.security.form_login_page";

    private static final String FORM_ERROR_PAGE = "org.eclipse.jetty.security.form_error_page";

    private final DescriptorMerge merge;
    private final @Nullable SecurityHandler handler;

    SecurityElements(DescriptorMerge merge) {
        this.merge = merge;
        this.handler = merge.context().getSecurityHandler();
    }

    private ConstraintAware aware(Node node) {
        if (handler instanceof ConstraintAware aware) {
            return aware;
        }
        throw cannotEnforce(node);
    }

    /** To serve without the protection that was asked for would be worse than not to start. */
    private DescriptorException cannotEnforce(Node node) {
        return new DescriptorException(
                node,
                "<" + node.getTag() + "> cannot be enforced: the context has "
                        + (handler == null
                                ? "no security handler"
                                : "a " + handler.getClass().getName()));
    }

    void securityRole(Node node) {
        aware(node).addKnownRole(DescriptorMerge.required(node, "role-name"));
    }

    void denyUncoveredMethods(Node node) {
        aware(node).setDenyUncoveredHttpMethods(true);
    }

    void securityConstraint(Node node) {
        ConstraintAware aware = aware(node);
        Node auth = node.get("auth-constraint");
        List<String> roles = new ArrayList<>();
        if (auth != null) {
            for (Node role : all(auth, "role-name")) {
                roles.add(text(role));
            }
        }
        TransportGuarantee transport = TransportGuarantee.NONE;
        Node userData = node.get("user-data-constraint");
        if (userData != null) {
            transport = transport(userData.get("transport-guarantee"));
        }
        // no auth-constraint lets everybody in, one without roles nobody (section 13.8)
        EmptyRoleSemantic empty = auth == null ? EmptyRoleSemantic.PERMIT : EmptyRoleSemantic.DENY;
        String name = node.getString("display-name", false, true);
        if (node.get("web-resource-collection") == null) {
            throw new DescriptorException(node, "<security-constraint> without <web-resource-collection>");
        }
        for (Node collection : all(node, "web-resource-collection")) {
            String collectionName = collection.getString("web-resource-name", false, true);
            Constraint constraint = ConstraintSecurityHandler.createConstraint(
                    name == null ? collectionName : name, roles.toArray(new String[0]), empty, transport);
            collection(aware, collection, constraint);
        }
    }

    private static TransportGuarantee transport(@Nullable Node node) {
        if (node == null) {
            return TransportGuarantee.NONE;
        }
        return switch (text(node).toUpperCase(Locale.ENGLISH)) {
            case "", "NONE" -> TransportGuarantee.NONE;
            case "INTEGRAL", "CONFIDENTIAL" -> TransportGuarantee.CONFIDENTIAL;
            default ->
                throw new DescriptorException(
                        node, "<transport-guarantee>: " + text(node) + " (expected: NONE, INTEGRAL or CONFIDENTIAL)");
        };
    }

    private void collection(ConstraintAware aware, Node collection, Constraint constraint) {
        List<String> methods = new ArrayList<>();
        for (Node method : all(collection, "http-method")) {
            methods.add(method(method));
        }
        List<String> omissions = new ArrayList<>();
        for (Node method : all(collection, "http-method-omission")) {
            omissions.add(method(method));
        }
        if (!methods.isEmpty() && !omissions.isEmpty()) {
            throw new DescriptorException(
                    collection, "<http-method> and <http-method-omission> exclude each other in one collection");
        }
        // a collection of no path would leave all of them open
        if (collection.get("url-pattern") == null) {
            throw new DescriptorException(collection, "<web-resource-collection> without <url-pattern>");
        }
        for (Node node : all(collection, "url-pattern")) {
            String pattern = DescriptorMerge.pattern(node);
            merge.metaData().setOrigin("constraint.url." + pattern, merge.descriptor());
            if (methods.isEmpty()) {
                ConstraintMapping mapping = mapping(pattern, constraint);
                if (!omissions.isEmpty()) {
                    mapping.setMethodOmissions(omissions.toArray(new String[0]));
                }
                aware.addConstraintMapping(mapping);
            }
            for (String method : methods) {
                ConstraintMapping mapping = mapping(pattern, constraint);
                mapping.setMethod(method);
                aware.addConstraintMapping(mapping);
            }
        }
    }

    /** Returns a method, which is a token (RFC 9110, section 9.1): what is none protects against nothing. */
    private static String method(Node node) {
        String method = text(node);
        if (!HttpTokens.isLegalFieldName(method)) {
            throw new DescriptorException(node, "<" + node.getTag() + ">: " + method + " (expected: a method of HTTP)");
        }
        return method;
    }

    private static ConstraintMapping mapping(String pattern, Constraint constraint) {
        ConstraintMapping mapping = new ConstraintMapping();
        mapping.setPathSpec(pattern);
        mapping.setConstraint(constraint);
        return mapping;
    }

    void loginConfig(Node node) {
        if (!(handler instanceof ConstraintAware)) {
            throw cannotEnforce(node);
        }
        Node method = node.get("auth-method");
        if (method != null && merge.sets("auth-method", method, handler.getAuthenticationType(), text(method))) {
            handler.setAuthenticationType(text(method));
        }
        Node realm = node.get("realm-name");
        if (realm != null && merge.sets("realm-name", realm, handler.getRealmName(), text(realm))) {
            handler.setRealmName(text(realm));
        }
        Node form = node.get("form-login-config");
        if (form == null) {
            return;
        }
        page(handler, form.get("form-login-page"), FORM_LOGIN_PAGE);
        page(handler, form.get("form-error-page"), FORM_ERROR_PAGE);
    }

    private void page(SecurityHandler handler, @Nullable Node node, String parameter) {
        if (node == null) {
            return;
        }
        String path = text(node);
        if (!path.startsWith("/")) {
            throw new DescriptorException(node, "<" + node.getTag() + ">: " + path + " (expected: a path after /)");
        }
        if (merge.sets(node.getTag(), node, handler.getParameter(parameter), path)) {
            handler.setParameter(parameter, path);
        }
    }
}

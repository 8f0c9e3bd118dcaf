package org.eclipse.jetty.ee10.security.jaspi;

import java.security.Principal;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import javax.security.auth.Subject;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.security.authentication.RegisteredLogin;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** What the callbacks of an authentication module say about the caller of one request. Guarded by its monitor. */
final class ModuleCaller {
    private final Request request;
    private final @Nullable RegisteredLogin registered;
    private final @Nullable Principal registeredPrincipal;
    private final Set<String> groups = new LinkedHashSet<>();
    private @Nullable Principal principal;
    private @Nullable String validatedName;
    private @Nullable UserIdentity validated;
    private boolean withoutGroups;

    /**
     * @param registered the login that the session has; null for none
     * @param identity the identity of that login, as the module sees it
     */
    ModuleCaller(Request request, @Nullable RegisteredLogin registered, @Nullable UserIdentity identity) {
        this.request = request;
        this.registered = registered;
        this.registeredPrincipal = identity == null ? null : identity.getUserPrincipal();
    }

    Request getRequest() {
        return request;
    }

    /** Sets the caller, by a principal or a name; neither for a caller who is not authenticated. */
    synchronized void setCaller(Subject subject, @Nullable Principal given, @Nullable String name) {
        if (principal != null && principal != given) {
            subject.getPrincipals().remove(principal);
            if (registered != null && principal == registeredPrincipal) {
                // the groups of the session are those of another caller
                removeGroups(subject, registered.getRoles());
            }
        }
        principal = given != null ? given : name != null ? named(name) : null;
        if (principal != null) {
            subject.getPrincipals().add(principal);
        }
        // the module continues the login of the session, whose groups it need not know
        if (registered != null && principal != null && principal == registeredPrincipal) {
            addGroups(subject, registered.getRoles());
        }
    }

    /** A login service may know a user by another spelling of the name than the one that was typed. */
    private Principal named(String name) {
        return validated != null && name.equals(validatedName)
                ? validated.getUserPrincipal()
                : new UserPrincipal(name, null);
    }

    private void removeGroups(Subject subject, Set<String> names) {
        groups.removeAll(names);
        subject.getPrincipals().removeIf(each -> each instanceof RolePrincipal role && names.contains(role.getName()));
    }

    /** Adds the groups of the caller; null for none at all, also not those of the login service. */
    synchronized void setGroups(Subject subject, String @Nullable [] names) {
        withoutGroups = names == null;
        if (names == null) {
            groups.clear();
            subject.getPrincipals().removeIf(RolePrincipal.class::isInstance);
        } else {
            addGroups(subject, Arrays.asList(names));
        }
    }

    private void addGroups(Subject subject, Iterable<String> names) {
        for (String name : names) {
            if (name != null && groups.add(name)) {
                new RolePrincipal(name).configureForSubject(subject);
            }
        }
    }

    /** Sets the user whose password was right, by the name that was typed. */
    synchronized void setValidated(String typed, UserIdentity user) {
        validatedName = typed;
        validated = user;
    }

    synchronized boolean isAuthenticated() {
        return principal != null;
    }

    /** The identity of the caller, who is authenticated, with the roles of the user whose password was checked, if that is the caller. */
    synchronized ModuleIdentity toIdentity(Subject subject) {
        Principal caller = Objects.requireNonNull(principal);
        boolean known = !withoutGroups
                && validated != null
                && validated.getUserPrincipal().getName().equals(caller.getName());
        return new ModuleIdentity(subject, caller, Set.copyOf(groups), known ? validated : null);
    }
}

package org.eclipse.jetty.security;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may use a resource, and over which transport. Immutable. */
public interface Constraint {
    /** What the transport must be. */
    enum Transport {
        /** Confidential. */
        SECURE,
        /** Any. */
        ANY,
        /** What another constraint says. */
        INHERIT
    }

    /** Who is authorised. */
    enum Authorization {
        /** Nobody. */
        FORBIDDEN,
        /** Everybody. */
        ALLOWED,
        /** Everybody who is authenticated. */
        ANY_USER,
        /** Everybody with a role that the context knows. */
        KNOWN_ROLE,
        /** Everybody with one of the roles of the constraint. */
        SPECIFIC_ROLE,
        /** Whom another constraint says. */
        INHERIT
    }

    Constraint ALLOWED = from("ALLOWED", Authorization.ALLOWED);

    Constraint FORBIDDEN = from("FORBIDDEN", Authorization.FORBIDDEN);

    Constraint ANY_USER = from("ANY_USER", Authorization.ANY_USER);

    Constraint KNOWN_ROLE = from("KNOWN_ROLE", Authorization.KNOWN_ROLE);

    Constraint SECURE_TRANSPORT = from("SECURE", Transport.SECURE);

    Constraint ANY_TRANSPORT = from("ANY", Transport.ANY);

    Constraint ALLOWED_ANY_TRANSPORT = combine("ALLOWED_ANY_TRANSPORT", ALLOWED, ANY_TRANSPORT);

    String getName();

    Transport getTransport();

    Authorization getAuthorization();

    /** The roles of {@link Authorization#SPECIFIC_ROLE}. */
    Set<String> getRoles();

    /** What {@code leastSpecific} says, but for what {@code mostSpecific} says. */
    static Constraint combine(@Nullable Constraint leastSpecific, @Nullable Constraint mostSpecific) {
        return combine(null, leastSpecific, mostSpecific);
    }

    static Constraint combine(
            @Nullable String name, @Nullable Constraint leastSpecific, @Nullable Constraint mostSpecific) {
        if (leastSpecific == null) {
            return mostSpecific == null ? ALLOWED : mostSpecific;
        }
        if (mostSpecific == null) {
            return leastSpecific;
        }
        boolean inheritAuthorization = mostSpecific.getAuthorization() == Authorization.INHERIT;
        return from(
                name,
                mostSpecific.getTransport() == Transport.INHERIT
                        ? leastSpecific.getTransport()
                        : mostSpecific.getTransport(),
                inheritAuthorization ? leastSpecific.getAuthorization() : mostSpecific.getAuthorization(),
                inheritAuthorization ? leastSpecific.getRoles() : mostSpecific.getRoles());
    }

    /** A constraint to roles. */
    static Constraint from(String @Nullable ... roles) {
        return from(null, Authorization.SPECIFIC_ROLE, roles);
    }

    static Constraint from(@Nullable String name, Transport transport) {
        return from(name, transport, Authorization.INHERIT, null);
    }

    static Constraint from(@Nullable String name, Authorization authorization, String @Nullable ... roles) {
        return from(
                name,
                Transport.INHERIT,
                authorization,
                roles == null || roles.length == 0 ? null : new LinkedHashSet<>(Arrays.asList(roles)));
    }

    static Constraint from(
            @Nullable Transport transport, @Nullable Authorization authorization, @Nullable Set<String> roles) {
        return from(null, transport, authorization, roles);
    }

    /** A constraint; null for transport, authorisation and roles means what is usual: inherited, and none or roles. */
    static Constraint from(
            @Nullable String name,
            @Nullable Transport transport,
            @Nullable Authorization authorization,
            @Nullable Set<String> roles) {
        Set<String> copy = roles == null ? Set.of() : Set.copyOf(roles);
        Authorization effective = authorization != null
                ? authorization
                : copy.isEmpty() ? Authorization.INHERIT : Authorization.SPECIFIC_ROLE;
        if (effective != Authorization.SPECIFIC_ROLE && !copy.isEmpty()) {
            throw new IllegalStateException(
                    "roles " + copy + " with authorization " + effective + " (expected: SPECIFIC_ROLE)");
        }
        return new Plain(
                name == null ? "unnamed" : name, transport == null ? Transport.INHERIT : transport, effective, copy);
    }

    /** The plain holder. */
    record Plain(String getName, Transport getTransport, Authorization getAuthorization, Set<String> getRoles)
            implements Constraint {}

    /** Builds constraints. Not thread-safe. */
    class Builder {
        private @Nullable String name;
        private @Nullable Transport transport;
        private @Nullable Authorization authorization;
        private @Nullable Set<String> roles;

        public Builder() {}

        public Builder(Constraint constraint) {
            name = constraint.getName();
            transport = constraint.getTransport();
            authorization = constraint.getAuthorization();
            roles = constraint.getRoles();
        }

        public Builder name(@Nullable String newName) {
            name = newName;
            return this;
        }

        public @Nullable String getName() {
            return name;
        }

        public Builder transport(@Nullable Transport newTransport) {
            transport = newTransport;
            return this;
        }

        public @Nullable Transport getTransport() {
            return transport;
        }

        public Builder authorization(@Nullable Authorization newAuthorization) {
            authorization = newAuthorization;
            return this;
        }

        public @Nullable Authorization getAuthorization() {
            return authorization;
        }

        /** Adds roles. */
        public Builder roles(String @Nullable ... newRoles) {
            if (newRoles != null && newRoles.length > 0) {
                Set<String> all = roles == null ? new HashSet<>() : new HashSet<>(roles);
                all.addAll(Arrays.asList(newRoles));
                roles = all;
            }
            return this;
        }

        public Set<String> getRoles() {
            return roles == null ? Set.of() : roles;
        }

        public Constraint build() {
            return from(name, transport, authorization, roles);
        }
    }
}

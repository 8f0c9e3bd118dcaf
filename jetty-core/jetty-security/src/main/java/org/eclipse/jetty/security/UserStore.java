package org.eclipse.jetty.security;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.security.internal.EvenCost;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/** Users in memory. Thread-safe. */
public class UserStore extends ContainerLifeCycle {
    private final Map<String, User> users = new ConcurrentHashMap<>();
    private volatile @Nullable Credential costliest;

    public void addUser(String username, Credential credential, String @Nullable [] roles) {
        users.put(username, user(username, credential, roles));
        costliest = EvenCost.costlier(costliest, credential);
    }

    /** A credential of the users whose check costs most, if there is one. */
    public @Nullable Credential getCostliestCredential() {
        return costliest;
    }

    private static User user(String username, Credential credential, String @Nullable [] roles) {
        List<RolePrincipal> rolePrincipals = new ArrayList<>();
        if (roles != null) {
            for (String role : roles) {
                rolePrincipals.add(new RolePrincipal(role));
            }
        }
        return new User(new UserPrincipal(username, credential), rolePrincipals);
    }

    public void removeUser(String username) {
        users.remove(username);
    }

    /** Replaces all users at once. */
    protected void setUsers(UserStore other) {
        users.keySet().retainAll(other.users.keySet());
        users.putAll(other.users);
        costliest = other.costliest;
    }

    /** The user; null if there is none of the name. */
    public @Nullable UserPrincipal getUserPrincipal(String username) {
        User user = users.get(username);
        return user == null ? null : user.principal();
    }

    /** The roles of a user; null if there is none of the name. */
    public @Nullable List<RolePrincipal> getRolePrincipals(String username) {
        User user = users.get(username);
        return user == null ? null : user.roles();
    }

    @Override
    public String toString() {
        return String.format("%s@%x[users.count=%d]", getClass().getSimpleName(), hashCode(), users.size());
    }

    private record User(UserPrincipal principal, List<RolePrincipal> roles) {}
}

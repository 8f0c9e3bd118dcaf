package org.eclipse.jetty.security.ldap;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.security.AbstractLoginService;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of an LDAP directory, whose roles are the groups that they are members of.
 *
 * <p>Two ways find the entry of a user. Search and bind: the service account searches below {@link #setUserBaseDn} by {@link
 * #setUserFilter}. Bind alone: {@link #setUserDnPattern} makes the name of the entry, and groups are searched as the user. In both,
 * the directory checks the password, by a bind as that entry.
 *
 * <p>User names are escaped where they are put into filters and names of entries. An empty password is refused, as a directory takes
 * it for an anonymous bind. A directory that cannot be asked ends in 503, and never in a login. Thread-safe once started.
 */
public class LdapLoginService extends AbstractLoginService {
    private static final Logger LOG = LoggerFactory.getLogger(LdapLoginService.class);
    private static final String USERNAME = "{username}";
    private static final String DN = "{dn}";
    private static final String NO_ATTRIBUTES = "1.1";
    private static final int MAX_GROUPS = 1000;

    private final LdapDirectory directory;
    private @Nullable String userBaseDn;
    private String userFilter = "(uid={username})";
    private @Nullable String userDnPattern;
    private @Nullable String userNameAttribute = "uid";
    private @Nullable String groupBaseDn;
    private String groupFilter = "(|(member={dn})(uniqueMember={dn})(memberUid={username}))";
    private String groupNameAttribute = "cn";
    private boolean nestedGroups;

    public LdapLoginService() {
        this(new LdapDirectory());
    }

    public LdapLoginService(String name, LdapDirectory directory) {
        this(directory);
        setName(name);
    }

    private LdapLoginService(LdapDirectory directory) {
        this.directory = directory;
        addBean(directory);
    }

    public LdapDirectory getDirectory() {
        return directory;
    }

    public @Nullable String getUserBaseDn() {
        return userBaseDn;
    }

    /** Sets the entry below which users are searched. */
    public void setUserBaseDn(@Nullable String dn) {
        userBaseDn = StringUtil.isBlank(dn) ? null : dn;
    }

    public String getUserFilter() {
        return userFilter;
    }

    /** Sets the filter of a user (RFC 4515), with {@code {username}}, as {@code (&(objectClass=person)(mail={username}))}. */
    public void setUserFilter(String filter) {
        if (filter == null || !filter.contains(USERNAME)) {
            throw new IllegalArgumentException("userFilter: " + filter + " (expected: a filter with {username})");
        }
        userFilter = filter;
    }

    public @Nullable String getUserDnPattern() {
        return userDnPattern;
    }

    /** Sets the name of the entry of a user, as {@code uid={username},ou=people,dc=example}; null or empty to search for it. */
    public void setUserDnPattern(@Nullable String pattern) {
        if (!StringUtil.isBlank(pattern) && !pattern.contains(USERNAME)) {
            throw new IllegalArgumentException("userDnPattern: " + pattern + " (expected: a name with {username})");
        }
        userDnPattern = StringUtil.isBlank(pattern) ? null : pattern;
    }

    public @Nullable String getUserNameAttribute() {
        return userNameAttribute;
    }

    /**
     * Sets the attribute whose value is the name of the principal, so that it does not depend on how the user typed it; empty for the
     * name as it was typed.
     */
    public void setUserNameAttribute(@Nullable String attribute) {
        userNameAttribute = StringUtil.isBlank(attribute) ? null : attribute;
    }

    public @Nullable String getGroupBaseDn() {
        return groupBaseDn;
    }

    /** Sets the entry below which groups are searched; null or empty for no roles. */
    public void setGroupBaseDn(@Nullable String dn) {
        groupBaseDn = StringUtil.isBlank(dn) ? null : dn;
    }

    public String getGroupFilter() {
        return groupFilter;
    }

    /** Sets the filter of the groups of a member, with {@code {dn}}, the name of its entry, and perhaps {@code {username}}. */
    public void setGroupFilter(String filter) {
        if (filter == null || !filter.contains(DN) && !filter.contains(USERNAME)) {
            throw new IllegalArgumentException(
                    "groupFilter: " + filter + " (expected: a filter with {dn} or {username})");
        }
        groupFilter = filter;
    }

    public String getGroupNameAttribute() {
        return groupNameAttribute;
    }

    /** Sets the attribute of a group whose values are roles. */
    public void setGroupNameAttribute(String attribute) {
        groupNameAttribute = attribute;
    }

    public boolean isNestedGroups() {
        return nestedGroups;
    }

    /** Sets whether members of a group are members of the groups that it belongs to, which takes a search for each group. */
    public void setNestedGroups(boolean nested) {
        nestedGroups = nested;
    }

    @Override
    protected void doStart() throws Exception {
        if (userBaseDn == null && userDnPattern == null) {
            throw new IllegalStateException(
                    "login service " + getName()
                            + " has neither userBaseDn nor userDnPattern (expected: one of them, to find the entries of users)");
        }
        if (nestedGroups && !groupFilter.contains(DN)) {
            throw new IllegalStateException("groupFilter: " + groupFilter + " (expected: {dn}, for groups in groups)");
        }
        super.doStart();
    }

    @Override
    protected @Nullable UserPrincipal loadUserInfo(String username) {
        if (!isAcceptable(username)) {
            return null;
        }
        if (userDnPattern != null) {
            return new LdapUser(username, userDnPattern.replace(USERNAME, LdapDirectory.escapeDn(username)), null);
        }
        String filter = userFilter.replace(USERNAME, LdapDirectory.escapeFilter(username));
        String read = userNameAttribute == null ? NO_ATTRIBUTES : userNameAttribute;
        assert userBaseDn != null : "doStart requires it, as there is no pattern";
        List<LdapEntry> found = directory.searchFirst(userBaseDn, true, filter, 2, read);
        if (found.size() > 1) {
            LOG.warn("{}: {} finds several entries, so that nobody is logged in (expected: one)", this, filter);
            return null;
        }
        return found.isEmpty()
                ? null
                : new LdapUser(nameOf(found.get(0), username), found.get(0).dn(), null);
    }

    /** Names without text, or with characters that no directory has in names, are not asked for. */
    private static boolean isAcceptable(String username) {
        return !username.isBlank() && username.chars().noneMatch(Character::isISOControl);
    }

    private String nameOf(LdapEntry entry, String typed) {
        String known = userNameAttribute == null ? null : entry.value(userNameAttribute);
        return known == null ? typed : known;
    }

    /** A name that no user has, which costs a bind too. */
    @Override
    protected Credential getCostliestCredential() {
        String base = userBaseDn == null ? "dc=invalid" : userBaseDn;
        return new LdapCredential(directory, "cn=no such user," + base, connection -> {});
    }

    @Override
    protected List<RolePrincipal> loadRoleInfo(UserPrincipal user) {
        List<RolePrincipal> roles = new ArrayList<>();
        if (user instanceof LdapUser known) {
            Set<String> loaded = known.roles;
            Set<String> names = loaded == null ? roles(known, directory::search) : loaded;
            names.forEach(name -> roles.add(new RolePrincipal(name)));
        }
        return roles;
    }

    /** With bind alone nobody can be asked for the user without the password: roles are those of the login. */
    @Override
    public @Nullable UserIdentity restore(String username, @Nullable Set<String> before) {
        if (userDnPattern == null) {
            return super.restore(username, before);
        }
        if (before == null) {
            return null;
        }
        return identity(new LdapUser(username, "", before));
    }

    /** A search as the service account, or as a user. */
    private interface Search {
        List<LdapEntry> search(String base, boolean subtree, String filter, int limit, String... attributes);
    }

    private Set<String> roles(LdapUser user, Search search) {
        Set<String> names = new LinkedHashSet<>();
        String base = groupBaseDn;
        if (base == null) {
            return names;
        }
        Set<String> seen = new LinkedHashSet<>();
        List<LdapEntry> groups = groups(base, user.dn, user.getName(), search);
        while (!groups.isEmpty()) {
            List<LdapEntry> next = new ArrayList<>();
            for (LdapEntry group : groups) {
                if (!seen.add(group.dn())) {
                    // groups may be members of each other
                    continue;
                }
                names.addAll(group.values(groupNameAttribute));
                if (nestedGroups) {
                    next.addAll(groups(base, group.dn(), group.dn(), search));
                }
            }
            if (seen.size() > MAX_GROUPS) {
                throw new LdapException(user + " is in more than " + MAX_GROUPS + " groups", null);
            }
            groups = next;
        }
        return names;
    }

    private List<LdapEntry> groups(String base, String dn, String username, Search search) {
        String filter = groupFilter
                .replace(USERNAME, LdapDirectory.escapeFilter(username))
                .replace(DN, LdapDirectory.escapeFilter(dn));
        return search.search(base, true, filter, MAX_GROUPS, groupNameAttribute);
    }

    /** Reads what is read as the user, while the connection of the login is there. */
    private void bound(LdapUser user, LdapDirectory.UserConnection connection) {
        if (userDnPattern != null) {
            user.roles = roles(user, connection::search);
        }
    }

    /** A user with the name of its entry. */
    private final class LdapUser extends UserPrincipal {
        private static final long serialVersionUID = 1L;

        private final String dn;
        private transient volatile @Nullable Set<String> roles;

        private LdapUser(String name, String dn, @Nullable Set<String> roles) {
            super(name, null);
            this.dn = dn;
            this.roles = roles;
        }

        @Override
        public boolean authenticate(Object credentials) {
            return new LdapCredential(directory, dn, connection -> bound(this, connection)).check(credentials);
        }

        @Override
        public boolean authenticate(Credential other) {
            return new LdapCredential(directory, dn, connection -> {}).equals(other);
        }

        @Override
        public long getCost() {
            return 1;
        }
    }
}

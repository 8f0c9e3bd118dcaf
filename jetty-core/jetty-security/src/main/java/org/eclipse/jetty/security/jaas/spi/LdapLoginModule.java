package org.eclipse.jetty.security.jaas.spi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.login.LoginException;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.security.jaas.JAASLoginService;
import org.eclipse.jetty.security.ldap.LdapCredential;
import org.eclipse.jetty.security.ldap.LdapDirectory;
import org.eclipse.jetty.security.ldap.LdapEntry;
import org.eclipse.jetty.security.ldap.LdapException;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of an LDAP directory. The service account of the options searches the user; the password is checked by a bind as the user, or,
 * without {@code forceBindingLogin}, compared with the attribute of the entry.
 *
 * <pre>
 * hostname, port         the server; port by default 389, or 636 with useLdaps
 * useLdaps               true for TLS
 * providerUrls           URLs of several servers, in place of hostname and port
 * bindDn, bindPassword   the service account
 * authenticationMethod   none to search without the service account
 * forceBindingLogin      true to let the directory check the password
 * userBaseDn, userObjectClass (inetOrgPerson), userIdAttribute (cn), userPasswordAttribute (userPassword)
 * userRdnAttribute (uid) the attribute that is searched where there is no userIdAttribute in the options
 * roleBaseDn, roleObjectClass (groupOfUniqueNames), roleMemberAttribute (uniqueMember), roleNameAttribute (roleName)
 * </pre>
 *
 * <p>{@code debug} and {@code contextFactory} are accepted for configurations of old, and have no effect: levels of the log and the
 * client of LDAP are not chosen here. {@link org.eclipse.jetty.security.ldap.LdapLoginService} needs no JAAS, and can do more.
 * Confined to one login.
 */
public class LdapLoginModule extends AbstractLoginModule {
    private static final Logger LOG = LoggerFactory.getLogger(LdapLoginModule.class);
    private static final int MAX_ROLES = 1000;
    /** The most users that are looked at for what their credentials cost. */
    private static final int SAMPLE = 100;

    private LdapUsers users;
    /** Whether this login alone has the connections, as without a {@link JAASLoginService}. */
    private boolean alone;

    private LdapDirectory directory;
    private boolean forceBindingLogin;
    private String userBaseDn;
    private String userObjectClass;
    private String userIdAttribute;
    private String userPasswordAttribute;
    private @Nullable String roleBaseDn;
    private String roleObjectClass;
    private String roleMemberAttribute;
    private String roleNameAttribute;
    private @Nullable String userDn;

    public LdapLoginModule() {}

    @Override
    public void initialize(
            Subject subject, @Nullable CallbackHandler handler, Map<String, ?> sharedState, Map<String, ?> options) {
        super.initialize(subject, handler, sharedState, options);
        forceBindingLogin = flag(options, "forceBindingLogin");
        userObjectClass = option(options, "userObjectClass", "inetOrgPerson");
        userIdAttribute = option(options, "userIdAttribute", option(options, "userRdnAttribute", "cn"));
        userPasswordAttribute = option(options, "userPasswordAttribute", "userPassword");
        roleBaseDn = option(options, "roleBaseDn", null);
        roleObjectClass = option(options, "roleObjectClass", "groupOfUniqueNames");
        roleMemberAttribute = option(options, "roleMemberAttribute", "uniqueMember");
        roleNameAttribute = option(options, "roleNameAttribute", "roleName");
        String base = option(options, "userBaseDn", null);
        if (base == null) {
            throw new IllegalArgumentException("userBaseDn: none (expected: the entry below which users are)");
        }
        userBaseDn = base;
        JAASLoginService service = JAASLoginService.INSTANCE.get();
        alone = service == null;
        users = service == null
                ? new LdapUsers(directory(options))
                : service.getShared(
                        List.of(LdapLoginModule.class, Map.copyOf(options)),
                        LdapUsers.class,
                        () -> new LdapUsers(directory(options)));
        directory = users.getDirectory();
    }

    private static LdapDirectory directory(Map<String, ?> options) {
        boolean tls = flag(options, "useLdaps");
        String port = option(options, "port", tls ? "636" : "389");
        String server = (tls ? "ldaps://" : "ldap://") + option(options, "hostname", "localhost") + ":" + port;
        LdapDirectory directory = new LdapDirectory();
        directory.setUrls(option(options, "providerUrls", server));
        if (!"none".equalsIgnoreCase(option(options, "authenticationMethod", "simple"))) {
            directory.setBindDn(option(options, "bindDn", null));
            directory.setBindPassword(option(options, "bindPassword", null));
        }
        return directory;
    }

    @NullContract("_, _, !null -> !null")
    private static @Nullable String option(Map<String, ?> options, String name, @Nullable String byDefault) {
        Object value = options.get(name);
        return value == null || value.toString().isBlank() ? byDefault : value.toString();
    }

    private static boolean flag(Map<String, ?> options, String name) {
        return Boolean.parseBoolean(option(options, name, "false"));
    }

    @Override
    public boolean login() throws LoginException {
        if (!alone) {
            return super.login();
        }
        LifeCycle.start(users);
        try {
            return super.login();
        } finally {
            LifeCycle.stop(users);
        }
    }

    @Override
    public @Nullable UserPrincipal getUser(String name) {
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            return null;
        }
        String filter = "(&(objectClass=" + LdapDirectory.escapeFilter(userObjectClass) + ")(" + userIdAttribute + "="
                + LdapDirectory.escapeFilter(name) + "))";
        List<LdapEntry> found =
                directory.searchFirst(userBaseDn, true, filter, 2, forceBindingLogin ? "1.1" : userPasswordAttribute);
        if (found.size() > 1) {
            LOG.warn(
                    "{} finds several entries below {}, so that nobody is logged in (expected: one)",
                    filter,
                    userBaseDn);
            return null;
        }
        if (found.isEmpty()) {
            return null;
        }
        userDn = found.get(0).dn();
        Credential credential =
                forceBindingLogin ? new LdapCredential(directory, userDn, connection -> {}) : stored(found.get(0));
        return new UserPrincipal(name, credential);
    }

    /** The credential of an entry; null where there is none, or of a scheme that is not known. */
    private @Nullable Credential stored(LdapEntry entry) {
        try {
            Credential credential = parse(entry);
            users.see(credential);
            return credential;
        } catch (IllegalArgumentException x) {
            LOG.warn("{} cannot log in: {}: {}", entry.dn(), userPasswordAttribute, x.getMessage());
            return null;
        }
    }

    private @Nullable Credential parse(LdapEntry entry) {
        String text = convertCredentialLdapToJetty(entry.value(userPasswordAttribute));
        if (StringUtil.isEmpty(text)) {
            return null;
        }
        if (text.startsWith("{")) {
            throw new IllegalArgumentException(
                    "a password of a scheme that cannot be compared (expected: forceBindingLogin=true)");
        }
        return Credential.getCredential(text);
    }

    /** Looks at some users, so that the first name which nobody has costs as much as theirs. */
    private void sample() {
        String filter =
                "(&(objectClass=" + LdapDirectory.escapeFilter(userObjectClass) + ")(" + userPasswordAttribute + "=*))";
        try {
            for (LdapEntry entry : directory.searchFirst(userBaseDn, true, filter, SAMPLE, userPasswordAttribute)) {
                users.see(parseQuietly(entry));
            }
        } catch (LdapException x) {
            LOG.debug("cannot look at the users below {}", userBaseDn, x);
        }
        users.setSampled();
    }

    private @Nullable Credential parseQuietly(LdapEntry entry) {
        try {
            return parse(entry);
        } catch (IllegalArgumentException x) {
            return null;
        }
    }

    /**
     * Returns the credential of an attribute (RFC 2307, section 5.3) in the form of {@link Credential}: of the schemes {@code MD5},
     * {@code SHA}, {@code CRYPT} and {@code ARGON2}, or without a scheme; others as they are.
     */
    public static @Nullable String convertCredentialLdapToJetty(@Nullable String encryptedPassword) {
        if (encryptedPassword == null) {
            return null;
        }
        int end = encryptedPassword.indexOf('}');
        if (!encryptedPassword.startsWith("{") || end < 0) {
            return encryptedPassword;
        }
        String value = encryptedPassword.substring(end + 1);
        return switch (StringUtil.asciiToLowerCase(encryptedPassword.substring(1, end))) {
            case "md5" -> "MD5:" + hex(value);
            case "sha" -> "MD:SHA-1:" + hex(value);
            // what is no hash must not become a password
            case "argon2" -> value.startsWith("$argon2") ? value : encryptedPassword;
            case "crypt" -> value.matches("\\$2[aby]\\$.*") ? value : "CRYPT:" + value;
            default -> encryptedPassword;
        };
    }

    private static String hex(String base64) {
        return StringUtil.toHexString(Base64.getDecoder().decode(base64.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    protected @Nullable Credential getCostliestCredential() {
        if (forceBindingLogin) {
            return new LdapCredential(directory, "cn=no such user," + userBaseDn, connection -> {});
        }
        if (!users.isSampled()) {
            sample();
        }
        return users.getCostliest();
    }

    @Override
    protected List<String> getRoles(UserPrincipal user) {
        List<String> roles = new ArrayList<>();
        if (roleBaseDn != null && userDn != null) {
            String filter = "(&(objectClass=" + LdapDirectory.escapeFilter(roleObjectClass) + ")(" + roleMemberAttribute
                    + "=" + LdapDirectory.escapeFilter(userDn) + "))";
            for (LdapEntry role : directory.search(roleBaseDn, true, filter, MAX_ROLES, roleNameAttribute)) {
                roles.addAll(role.values(roleNameAttribute));
            }
        }
        return roles;
    }
}

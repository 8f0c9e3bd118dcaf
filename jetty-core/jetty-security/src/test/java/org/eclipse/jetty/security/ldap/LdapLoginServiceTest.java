package org.eclipse.jetty.security.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.Control;
import com.unboundid.ldap.sdk.DeleteRequest;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.OperationType;
import com.unboundid.ldap.sdk.controls.ManageDsaITRequestControl;
import com.unboundid.ldif.LDIFReader;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.LoginGuard;
import org.eclipse.jetty.security.LoginService;
import org.eclipse.jetty.security.RealPrograms;
import org.eclipse.jetty.security.SecurityHandler;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.jaas.JAASLoginService;
import org.eclipse.jetty.security.jaas.spi.LdapLoginModule;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.LogCapture;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins by directories: the one of UnboundID in memory, and a real OpenLDAP. */
@ParameterizedClass
@EnumSource(LdapLoginServiceTest.Kind.class)
class LdapLoginServiceTest {
    private static final String SPECIAL = "a,b+c*(d)";

    enum Kind {
        IN_MEMORY,
        OPENLDAP
    }

    private static InMemoryDirectoryServer inMemory;
    private static Slapd openLdap;

    @Parameter
    private Kind kind;

    private final LdapLoginService service = new LdapLoginService("realm", new LdapDirectory());
    private final LdapDirectory directory = service.getDirectory();

    private static InMemoryDirectoryServer inMemory() throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example");
        config.setListenerConfigs(
                InMemoryListenerConfig.createLDAPConfig("ldap", InetAddress.getLoopbackAddress(), 0, null));
        config.addAdditionalBindCredentials("cn=admin,dc=example", "adminsecret");
        config.setAuthenticationRequiredOperationTypes(OperationType.SEARCH);
        InMemoryDirectoryServer made = new InMemoryDirectoryServer(config);
        try (InputStream in = LdapLoginServiceTest.class.getResourceAsStream("/ldap/people.ldif")) {
            made.importFromLDIF(true, new LDIFReader(in));
        }
        made.startListening();
        return made;
    }

    @BeforeAll
    static void startDirectories(@TempDir Path temporary) throws Exception {
        inMemory = inMemory();
        if (Files.isExecutable(Path.of(Slapd.COMMAND)) && Files.isExecutable(Path.of(Slapd.OPENSSL))) {
            openLdap = new Slapd(temporary);
        }
    }

    @AfterAll
    static void stopDirectories() throws Exception {
        inMemory.shutDown(true);
        if (openLdap != null) {
            openLdap.close();
            openLdap = null;
        }
    }

    @BeforeEach
    void configure() {
        if (kind == Kind.OPENLDAP) {
            RealPrograms.assumeInstalled(Slapd.PACKAGES, Slapd.COMMAND, Slapd.OPENSSL);
        }
        directory.setUrls(url());
        directory.setBindDn("cn=admin,dc=example");
        directory.setBindPassword("adminsecret");
        service.setUserBaseDn("ou=people,dc=example");
        service.setGroupBaseDn("ou=groups,dc=example");
    }

    @AfterEach
    void stopService() throws Exception {
        service.stop();
    }

    private String url() {
        return "ldap://127.0.0.1:" + (kind == Kind.OPENLDAP ? openLdap.port : inMemory.getListenPort());
    }

    private UserIdentity login(String user, Object password) throws Exception {
        service.start();
        return service.login(user, password, null, create -> null);
    }

    private static boolean is(UserIdentity user, String role) {
        return user.isUserInRole(role);
    }

    @Test
    void userIsSearchedAndBoundAndGroupsAreRoles() throws Exception {
        UserIdentity ann = login("ann", "secret");
        assertThat(ann.getUserPrincipal().getName()).isEqualTo("ann");
        assertThat(is(ann, "staff")).isTrue();
        assertThat(is(ann, "all")).isFalse();
        assertThat(login("ann", "secret".toCharArray())).isNotNull();
        assertThat(login("ann", "wrong")).isNull();
        assertThat(login("nobody", "secret")).isNull();
        assertThat(service.restore("ann", Set.of("old")).isUserInRole("staff")).isTrue();
        assertThat(service.restore("nobody", Set.of("old"))).isNull();
    }

    @Test
    void groupsOfGroupsAreFollowedAlthoughTheyGoRoundInACircle() throws Exception {
        service.setNestedGroups(true);
        UserIdentity ann = login("ann", "secret");
        assertThat(is(ann, "staff") && is(ann, "all") && is(ann, "outer (1)")).isTrue();
    }

    @Test
    void bindAloneNeedsNoServiceAccount() throws Exception {
        directory.setBindDn(null);
        service.setUserDnPattern("uid={username},ou=people,dc=example");
        service.setNestedGroups(true);
        assertThat(is(login("ann", "secret"), "all")).isTrue();
        assertThat(is(login(SPECIAL, "special"), "staff")).isTrue();
        assertThat(login("ann", "wrong")).isNull();
        assertThat(login("nobody", "secret")).isNull();
        assertThat(login("ann,ou=people", "secret")).isNull();
        assertThat(is(service.restore("ann", Set.of("old")), "old")).isTrue();
        assertThat(service.restore("ann", null)).isNull();
    }

    @Test
    void nameOfThePrincipalIsThatOfTheDirectory() throws Exception {
        assertThat(login("ANN", "secret").getUserPrincipal().getName()).isEqualTo("ann");
        service.stop();
        service.setUserNameAttribute("sn");
        assertThat(login("ann", "secret").getUserPrincipal().getName()).isEqualTo("Archer");
        service.stop();
        service.setUserNameAttribute("");
        assertThat(login("ANN", "secret").getUserPrincipal().getName()).isEqualTo("ANN");
    }

    @Test
    void specialCharactersAreThoseOfTheUser() throws Exception {
        UserIdentity special = login(SPECIAL, "special");
        assertThat(special.getUserPrincipal().getName()).isEqualTo(SPECIAL);
        assertThat(is(special, "staff")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "a*",
                "ann)(uid=*",
                "*)(uid=ann",
                "ann)(|(objectClass=*",
                "\\2a",
                "ann\\",
                "ann\0",
                "",
                " ",
                "{dn}",
                "{username}"
            })
    void namesAreNeverPartsOfFiltersOrNamesOfEntries(String name) throws Exception {
        assertThat(login(name, "secret")).isNull();
        service.stop();
        service.setUserDnPattern("uid={username},ou=people,dc=example");
        assertThat(login(name, "secret")).isNull();
    }

    @Test
    void emptyPasswordIsNoAnonymousBind() throws Exception {
        assertThat(login("ann", "")).isNull();
        assertThat(login("ann", null)).isNull();
        assertThat(login("ann", new char[0])).isNull();
        assertThat(login("bill", "")).isNull();
        service.stop();
        service.setUserDnPattern("uid={username},ou=people,dc=example");
        assertThat(login("ann", "")).isNull();
    }

    @Test
    void severalEntriesForANameLogNobodyIn() throws Exception {
        service.setUserFilter("(cn={username})");
        try (LogCapture log = new LogCapture(LdapLoginService.class)) {
            assertThat(login("twin", "word")).isNull();
            assertThat(log.warnings()).anyMatch(line -> line.contains("(cn=twin) finds several entries"));
        }
    }

    @Test
    void moreThanTwoEntriesForANameLogNobodyInEither() throws Exception {
        try (LDAPConnection admin =
                new LDAPConnection("127.0.0.1", Integer.parseInt(port()), "cn=admin,dc=example", "adminsecret")) {
            String third = "uid=third,ou=people,dc=example";
            admin.add("dn: " + third, "objectClass: inetOrgPerson", "uid: third", "cn: twin", "sn: Brown");
            try {
                severalEntriesForANameLogNobodyIn();
                assertThat(jaas(Map.of("userIdAttribute", "cn"), "twin", "word"))
                        .isNull();
            } finally {
                admin.delete(third);
            }
        }
    }

    @Test
    void groupsThatAreTooManyAreNotLeftOut() throws Exception {
        service.start();
        assertThatThrownBy(
                        () -> directory.search("ou=people,dc=example", true, "(objectClass=inetOrgPerson)", 2, "uid"))
                .isInstanceOf(LdapException.class);
        assertThat(directory.searchFirst("ou=people,dc=example", true, "(objectClass=inetOrgPerson)", 2, "uid"))
                .hasSize(2);
    }

    @Test
    void loginsThatWaitForTheDirectoryAreLimited() throws Exception {
        directory.setMaxBinds(1);
        directory.setResponseTimeout(300);
        service.start();
        try (LdapDirectory.UserConnection held = directory.bind("uid=ann,ou=people,dc=example", "secret")) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> service.login("ann", "secret", null, create -> null))
                    .isInstanceOf(LdapException.class)
                    .hasMessageStartingWith("503");
        }
        assertThat(service.login("ann", "wrong", null, create -> null)).isNull();
        assertThat(service.login("ann", "secret", null, create -> null)).isNotNull();
    }

    @Test
    void directoryThatIsStoppedIsNotAskedAgain() throws Exception {
        service.start();
        service.stop();
        assertThatThrownBy(() -> directory.search("dc=example", false, "(objectClass=*)", 1, "o"))
                .isInstanceOf(LdapException.class);
        LdapClient client = new LdapClient(
                new LdapClient.Settings(new String[] {url()}, false, 1000, 1000, 1, 1, false),
                null,
                "cn=admin,dc=example",
                "adminsecret");
        assertThat(client.search(false, "dc=example", false, "(objectClass=*)", 1, "o"))
                .hasSize(1);
        client.close();
        // such as by a login that was on its way
        assertThatThrownBy(() -> client.search(false, "dc=example", false, "(objectClass=*)", 1, "o"))
                .isInstanceOf(LdapException.class);
    }

    @Test
    void jaasModuleThatComparesSpendsAsMuchForNamesThatNobodyHas() throws Exception {
        assertThat(jaas(Map.of("module", Recording.class.getName()), "nobody", "x"))
                .isNull();
        assertThat(Recording.costliest.getCost()).isEqualTo(25);
        assertThat(jaas(Map.of("module", Recording.class.getName()), "carl", "foob"))
                .isNotNull();
        assertThat(jaas(Map.of(), "dave", "$6$salt$hash")).isNull();
    }

    /** Keeps the credential whose check names without user cost as well. */
    public static final class Recording extends LdapLoginModule {
        static Credential costliest;

        @Override
        protected Credential getCostliestCredential() {
            costliest = super.getCostliestCredential();
            return costliest;
        }
    }

    @Test
    void nextServerIsAskedWhereOneIsDownOrHangs() throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            int closed = Ports.unused();
            directory.setUrls("ldap://127.0.0.1:" + closed + " " + url());
            assertThat(login("ann", "secret")).isNotNull();
            service.stop();
            directory.setUrls("ldap://127.0.0.1:" + hanging.getLocalPort() + "," + url());
            directory.setResponseTimeout(200);
            service.start();
            // the search of the service account fails over; that of a bind as the user ends in time
            assertThat(directory.search("dc=example", false, "(objectClass=*)", 1, "o"))
                    .hasSize(1);
        }
    }

    @Test
    void directoryThatIsDownHangsOrRefusesTheServiceAccountEndsIn503AndCountsAsNoFailure() throws Exception {
        LoginGuard guard = new LoginGuard();
        Server server = new Server();
        server.addBean(guard);
        SecurityHandler.PathMapped security = new SecurityHandler.PathMapped(LocalServer.answer("in"));
        security.put("/*", Constraint.ANY_USER);
        security.setAuthenticator(new BasicAuthenticator());
        security.setLoginService(service);
        server.setHandler(new ContextHandler(security, "/"));
        LocalConnector connector = new LocalConnector(server);
        server.addConnector(connector);
        directory.setResponseTimeout(200);
        directory.setConnectTimeout(1000);
        String request = "GET / HTTP/1.1\r\nHost: h\r\nAuthorization: "
                + BasicAuthenticator.authorization("ann", "secret") + "\r\n\r\n";
        try (ServerSocket hanging = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                LogCapture log = new LogCapture(LdapClient.class)) {
            for (String url : new String[] {
                "ldap://127.0.0.1:" + hanging.getLocalPort(),
                "ldaps://127.0.0.1:" + hanging.getLocalPort(),
                "ldap://127.0.0.1:1"
            }) {
                directory.setUrls(url);
                server.start();
                assertThat(connector.getResponse(request))
                        .startsWith("HTTP/1.1 503")
                        .contains("The login is not available")
                        .doesNotContain("127.0.0.1");
                server.stop();
            }
            directory.setUrls(url());
            directory.setBindPassword("wrong");
            server.start();
            assertThat(connector.getResponse(request)).startsWith("HTTP/1.1 503");
            server.stop();
            directory.setBindPassword("adminsecret");
            server.start();
            assertThat(connector.getResponse(request)).startsWith("HTTP/1.1 200");
            assertThat(log.warnings())
                    .hasSize(4)
                    .allMatch(line -> line.startsWith("Directory ldap"))
                    .noneMatch(line -> line.contains("secret"));
            assertThat(guard.getFailures()).isZero();
        } finally {
            server.stop();
        }
    }

    @Test
    void searchesFollowReferralsIfTheyMayButNeverIntoClearText() throws Exception {
        String remote = "ou=remote,ou=groups,dc=example";
        InMemoryDirectoryServer other = inMemory();
        try (LDAPConnection admin =
                new LDAPConnection("127.0.0.1", Integer.parseInt(port()), "cn=admin,dc=example", "adminsecret")) {
            other.add("dn: " + remote, "objectClass: organizationalUnit", "ou: remote");
            other.add(
                    "dn: cn=far," + remote,
                    "objectClass: groupOfNames",
                    "cn: far",
                    "member: uid=ann,ou=people,dc=example");
            admin.add(
                    "dn: " + remote,
                    "objectClass: referral",
                    "objectClass: extensibleObject",
                    "ou: remote",
                    "ref: ldap://127.0.0.1:" + other.getListenPort() + "/" + remote);
            assertThat(is(login("ann", "secret"), "far")).isFalse();
            service.stop();
            directory.setFollowReferrals(true);
            assertThat(is(login("ann", "secret"), "far")).isTrue();
            service.stop();
            if (kind == Kind.OPENLDAP) {
                SslContextFactory.Client trusting = new SslContextFactory.Client();
                trusting.setTrustStore(openLdap.trustStore());
                directory.setSslContextFactory(trusting);
                directory.setUrls("ldaps://localhost:" + openLdap.securePort);
                UserIdentity ann = login("ann", "secret");
                assertThat(is(ann, "staff")).isTrue();
                assertThat(is(ann, "far")).isFalse();
            }
            admin.delete(new DeleteRequest(remote, new Control[] {new ManageDsaITRequestControl(true)}));
        } finally {
            other.shutDown(true);
        }
    }

    private String port() {
        return url().substring(url().lastIndexOf(':') + 1);
    }

    @Test
    void jaasModuleChecksByBindOrByTheStoredPassword() throws Exception {
        assertThat(jaas(Map.of("forceBindingLogin", "true"), "ann", "secret").isUserInRole("staff"))
                .isTrue();
        if (kind == Kind.OPENLDAP) {
            // the other one compares this scheme as text
            assertThat(jaas(Map.of("forceBindingLogin", "true"), "bob", "word")).isNotNull();
        }
        assertThat(jaas(Map.of("forceBindingLogin", "true"), "ann", "wrong")).isNull();
        assertThat(jaas(Map.of("forceBindingLogin", "true"), "ann", "")).isNull();
        assertThat(jaas(Map.of("forceBindingLogin", "true"), "a*", "secret")).isNull();
        assertThat(jaas(Map.of("forceBindingLogin", "true"), "nobody", "secret"))
                .isNull();
        assertThat(jaas(Map.of(), "ann", "secret")).isNotNull();
        assertThat(jaas(Map.of(), "bob", "word")).isNotNull();
        assertThat(jaas(Map.of(), "bob", "{SHA}PLzZCtxLGSqHpiWFC38jHK3fDrM=")).isNull();
        assertThat(jaas(Map.of(), "bill", "")).isNull();
    }

    private UserIdentity jaas(Map<String, String> more, String user, String password) throws Exception {
        Map<String, String> options = new HashMap<>(Map.of(
                "hostname", "127.0.0.1",
                "port", port(),
                "bindDn", "cn=admin,dc=example",
                "bindPassword", "adminsecret",
                "userBaseDn", "ou=people,dc=example",
                "userIdAttribute", "uid",
                "roleBaseDn", "ou=groups,dc=example",
                "roleNameAttribute", "cn"));
        options.putAll(more);
        JAASLoginService jaas = new JAASLoginService("realm");
        jaas.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            more.getOrDefault("module", LdapLoginModule.class.getName()),
                            AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                            options)
                };
            }
        });
        jaas.start();
        try {
            return ((LoginService) jaas).login(user, password, null, create -> null);
        } finally {
            jaas.stop();
        }
    }

    @Test
    void connectionsAreProtectedByTlsAndCertificatesChecked() throws Exception {
        assumeThat(kind).isEqualTo(Kind.OPENLDAP);
        SslContextFactory.Client trusting = new SslContextFactory.Client();
        trusting.setTrustStore(openLdap.trustStore());
        directory.setSslContextFactory(trusting);
        directory.setUrls("ldaps://localhost:" + openLdap.securePort);
        assertThat(login("ann", "secret")).isNotNull();
        service.stop();
        directory.setUrls("ldap://localhost:" + openLdap.port);
        directory.setStartTls(true);
        assertThat(login("ann", "secret")).isNotNull();
        service.stop();
        for (String other :
                new String[] {"ldaps://127.0.0.1:" + openLdap.securePort, "ldap://127.0.0.1:" + openLdap.port}) {
            directory.setUrls(other);
            assertThatThrownBy(() -> login("ann", "secret")).as(other).isInstanceOf(LdapException.class);
            service.stop();
        }
        directory.setSslContextFactory(null);
        for (String untrusted :
                new String[] {"ldaps://localhost:" + openLdap.securePort, "ldap://localhost:" + openLdap.port}) {
            directory.setUrls(untrusted);
            assertThatThrownBy(() -> login("ann", "secret")).as(untrusted).isInstanceOf(LdapException.class);
            service.stop();
        }
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThatThrownBy(() -> service.setUserFilter("(uid=x)"))
                .hasMessage("userFilter: (uid=x) (expected: a filter with {username})");
        assertThatThrownBy(() -> service.setGroupFilter("(member=x)"))
                .hasMessage("groupFilter: (member=x) (expected: a filter with {dn} or {username})");
        assertThatThrownBy(() -> service.setUserDnPattern("uid=x"))
                .hasMessage("userDnPattern: uid=x (expected: a name with {username})");
        assertThatThrownBy(() -> directory.setConnectTimeout(0)).hasMessage("connectTimeout: 0 (expected: at least 1)");
        service.setUserBaseDn(null);
        assertThatThrownBy(service::start).hasMessageContaining("neither userBaseDn nor userDnPattern");
        service.setUserBaseDn("dc=example");
        directory.setUrls("http://localhost");
        assertThatThrownBy(service::start).hasMessageStartingWith("url: http://localhost (expected: ldap://host:port");
        directory.setUrls(url());
        directory.setBindPassword("");
        assertThatThrownBy(service::start)
                .hasMessage("bindPassword: none (expected: the password of cn=admin,dc=example)");
    }

    @Test
    void nothingOfThePasswordIsKeptInTheIdentity() throws Exception {
        Subject subject = login("ann", "secret").getSubject();
        assertThat(subject.getPrivateCredentials()).isEmpty();
    }
}

package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.security.auth.login.AccountLockedException;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.security.jaas.JAASLoginService;
import org.eclipse.jetty.security.jaas.JAASPrincipal;
import org.eclipse.jetty.security.jaas.spi.AbstractLoginModule;
import org.eclipse.jetty.security.jaas.spi.JDBCLoginModule;
import org.eclipse.jetty.security.jaas.spi.PropertyFileLoginModule;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.LogCapture;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins by JDBC and JAAS. */
class DatabaseLoginTest {
    private static final String TABLES = """
        usertable=users
        usertablekey=id
        usertableuserfield=username
        usertablepasswordfield=pwd
        roletable=roles
        roletablekey=id
        roletablerolefield=role
        userroletable=user_roles
        userroletableuserkey=user_id
        userroletablerolekey=role_id
        """;

    @TempDir
    Path temp;

    private final String url = "jdbc:h2:mem:users" + System.nanoTime();
    private Connection database;

    @BeforeEach
    void fill() throws Exception {
        database = DriverManager.getConnection(url, "sa", "secret");
        try (Statement statement = database.createStatement()) {
            statement.execute("create table users (id int, username varchar(100), pwd varchar(200))");
            statement.execute("create table roles (id int, role varchar(100))");
            statement.execute("create table user_roles (user_id int, role_id int)");
            statement.execute("insert into users values (1, 'anna', 'clear'), (2, 'bert', '"
                    + Credential.MD5.digest("hidden") + "'), (3, 'carl', null), (4, 'dora', '"
                    + Password.obfuscate("odd") + "')");
            statement.execute("insert into roles values (1, 'admin'), (2, 'user')");
            statement.execute("insert into user_roles values (1, 1), (1, 2), (2, 2)");
        }
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    private JDBCLoginService service(String properties) throws Exception {
        Path config = Files.writeString(temp.resolve("jdbc.properties"), properties);
        JDBCLoginService service = new JDBCLoginService("realm", config.toString());
        service.start();
        return service;
    }

    private String connection() {
        return "jdbcdriver=org.h2.Driver\nurl=" + url + "\nusername=sa\npassword=" + Password.obfuscate("secret")
                + "\n";
    }

    private static void checkUsers(LoginService service) {
        UserIdentity anna = service.login("anna", "clear", null, create -> null);
        assertThat(anna.getUserPrincipal().getName()).isEqualTo("anna");
        assertThat(anna.isUserInRole("admin")).isTrue();
        assertThat(anna.isUserInRole("user")).isTrue();
        UserIdentity bert = service.login("bert", "hidden", null, create -> null);
        assertThat(bert.isUserInRole("user")).isTrue();
        assertThat(bert.isUserInRole("admin")).isFalse();
        assertThat(service.login("dora", "odd", null, create -> null)).isNotNull();
        assertThat(service.login("anna", "wrong", null, create -> null)).isNull();
        assertThat(service.login("carl", "", null, create -> null)).isNull();
        assertThat(service.login("nobody", "clear", null, create -> null)).isNull();
        assertThat(service.login("x' or '1'='1", "clear", null, create -> null)).isNull();
        assertThat(service.login(null, "clear", null, create -> null)).isNull();
    }

    @Test
    void usersOfTablesAreLoggedIn() throws Exception {
        JDBCLoginService service = service(connection() + TABLES);
        checkUsers(service);
        service.setFullValidate(true);
        UserIdentity anna = service.login("anna", "clear", null, create -> null);
        assertThat(service.validate(anna)).isTrue();
        try (Statement statement = database.createStatement()) {
            statement.execute("update users set pwd = 'changed' where id = 1");
        }
        assertThat(service.validate(anna)).isFalse();
        service.stop();
    }

    @Test
    void usersOfWrongOrEmptyCredentialsCannotLogIn() throws Exception {
        try (Statement statement = database.createStatement()) {
            statement.execute("insert into users values (5, 'emil', 'MD5:x'), (6, 'fred', '')");
        }
        JDBCLoginService service = service(connection() + TABLES);
        assertThat(service.login("emil", "MD5:x", null, create -> null)).isNull();
        assertThat(service.login("fred", "", null, create -> null)).isNull();
        checkUsers(service);
        service.stop();
    }

    @Test
    void costOfCredentialsIsThatOfTheTable() throws Exception {
        JDBCLoginService service = service(connection() + TABLES);
        assertThat(service.getCostliestCredential().getCost()).isZero();
        service.stop();
        try (Statement statement = database.createStatement()) {
            statement.execute("insert into users values (5, 'emil', '" + Credential.Crypt.digest("x") + "')");
        }
        JDBCLoginService another = service(connection() + TABLES);
        assertThat(another.getCostliestCredential().getCost()).isPositive();
        checkUsers(another);
        another.stop();
    }

    @Test
    void databaseThatIsAwayEndsIn503AndCountsAsNoFailure() throws Exception {
        String away = "jdbc:h2:tcp://127.0.0.1:1/none";
        Map<String, String> options = Map.of("dbDriver", "org.h2.Driver", "dbUrl", away);
        for (LoginService service : new LoginService[] {
            service(connection().replace(url, away) + TABLES), jaas(JDBCLoginModule.class.getName(), options)
        }) {
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
            server.start();
            assertThat(connector.getResponse("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: "
                            + BasicAuthenticator.authorization("anna", "clear") + "\r\n\r\n"))
                    .startsWith("HTTP/1.1 503")
                    .doesNotContain("jdbc");
            assertThat(guard.getFailures()).isZero();
            server.stop();
        }
    }

    @Test
    void userWhoseRolesCannotBeReadIsNotLetInWithoutThem() throws Exception {
        JDBCLoginService service = service(connection() + TABLES);
        try (Statement statement = database.createStatement()) {
            statement.execute("drop table user_roles");
        }
        assertThatThrownBy(() -> service.login("anna", "clear", null, create -> null))
                .isInstanceOf(LoginUnavailableException.class);
        service.stop();
    }

    @Test
    void hashOfAnUnknownSchemeIsNoPassword() throws Exception {
        String hash = "$6$salt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq.qc";
        try (Statement statement = database.createStatement()) {
            statement.execute("insert into users values (5, 'emil', '" + hash + "')");
        }
        JDBCLoginService service = service(connection() + TABLES);
        try (LogCapture log = new LogCapture(UserTables.class)) {
            assertThat(service.login("emil", hash, null, create -> null)).isNull();
            assertThat(log.warnings())
                    .anyMatch(line -> line.contains("user emil cannot log in: a hash of an unknown scheme"))
                    .noneMatch(line -> line.contains("salt"));
        }
        service.stop();
    }

    @Test
    void loginModuleThatFailsWithoutAnOutageIsAFailedLogin() throws Exception {
        JAASLoginService service = jaas(FailingModule.class.getName(), Map.of());
        for (LoginException failure : new LoginException[] {
            new FailedLoginException(),
            new AccountLockedException(),
            new LoginException("wrong password, says Kerberos")
        }) {
            FailingModule.failure = failure;
            assertThat(service.login("anna", "clear", null, create -> null)).isNull();
        }
        FailingModule.failure = new LoginException("no route");
        FailingModule.failure.initCause(new SocketException("no route"));
        assertThatThrownBy(() -> service.login("anna", "clear", null, create -> null))
                .isInstanceOf(LoginUnavailableException.class);
        service.stop();
    }

    /** Fails when the test says so. */
    public static final class FailingModule extends AbstractLoginModule {
        static LoginException failure;

        @Override
        protected UserPrincipal getUser(String name) throws LoginException {
            throw failure;
        }

        @Override
        protected List<String> getRoles(UserPrincipal found) {
            return List.of();
        }
    }

    @Test
    void wrongConfigurationIsToldAtTheStart() {
        assertThatThrownBy(() -> service(connection() + TABLES.replace("=roles", "=roles; drop table users")))
                .hasMessageContaining("roletable: roles; drop table users")
                .hasMessageContaining("jdbc.properties");
        assertThatThrownBy(() -> service(TABLES)).hasMessageContaining("url: missing");
        assertThatThrownBy(() -> new JDBCLoginService("r", temp.resolve("none").toString()).start())
                .hasMessageContaining("expected: an existing properties file");
        assertThatThrownBy(() -> new JDBCLoginService("r").start()).hasMessageContaining("no properties file");
    }

    private static JAASLoginService jaas(String module, Map<String, String> options) throws Exception {
        JAASLoginService service = new JAASLoginService("realm");
        service.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                if (!name.equals("realm")) {
                    return null;
                }
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(module, AppConfigurationEntry.LoginModuleControlFlag.REQUIRED, options)
                };
            }
        });
        service.start();
        return service;
    }

    @Test
    void loginModuleAsksTheDatabase() throws Exception {
        Map<String, String> options = new HashMap<>();
        options.put("dbDriver", "org.h2.Driver");
        options.put("dbUrl", url);
        options.put("dbUserName", "sa");
        options.put("dbPassword", "secret");
        options.put("userTable", "users");
        JAASLoginService service = jaas(JDBCLoginModule.class.getName(), options);
        checkUsers(service);
        UserIdentity anna = service.login("anna", "clear", null, create -> null);
        assertThat(anna.getSubject().getPrincipals(JAASPrincipal.class)).hasSize(2);
        assertThat(service.validate(anna)).isTrue();
        service.logout(anna);
        assertThat(anna.getSubject().getPrincipals(JAASPrincipal.class)).isEmpty();
        service.stop();
    }

    @Test
    void loginModuleReadsPropertiesFile() throws Exception {
        Path file = Files.writeString(
                temp.resolve("realm.properties"),
                "anna: clear,admin,user\nbert: " + Credential.MD5.digest("hidden") + ",user\ndora: "
                        + Password.obfuscate("odd") + "\n");
        JAASLoginService service = jaas(PropertyFileLoginModule.class.getName(), Map.of("file", file.toString()));
        checkUsers(service);
        // the application's class loader need not see the modules of the server
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
            assertThat(service.login("anna", "clear", null, create -> null)).isNotNull();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        service.stop();
    }

    @Test
    void brokenModuleLetsNobodyIn() throws Exception {
        JAASLoginService service = jaas("no.such.Module", Map.of());
        assertThat(service.login("anna", "clear", null, create -> null)).isNull();
        service.stop();
        JAASLoginService missing = new JAASLoginService("another");
        missing.setConfiguration(new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return null;
            }
        });
        assertThatThrownBy(missing::start).hasMessageContaining("no entry another");
    }
}

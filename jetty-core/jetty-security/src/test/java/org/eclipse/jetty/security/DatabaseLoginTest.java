package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.eclipse.jetty.security.jaas.JAASLoginService;
import org.eclipse.jetty.security.jaas.JAASPrincipal;
import org.eclipse.jetty.security.jaas.spi.JDBCLoginModule;
import org.eclipse.jetty.security.jaas.spi.PropertyFileLoginModule;
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
    void databaseThatIsAwayLetsNobodyIn() throws Exception {
        JDBCLoginService service = service(connection().replace(url, "jdbc:h2:tcp://127.0.0.1:1/none") + TABLES);
        assertThat(service.login("anna", "clear", null, create -> null)).isNull();
        service.stop();
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

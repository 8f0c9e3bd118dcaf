package org.eclipse.jetty.plus.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.eclipse.jetty.plus.jndi.DataSourceCloser;
import org.eclipse.jetty.plus.jndi.Resource;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.server.Server;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;

class DataSourceLoginServiceTest {
    private final Server server = new Server();
    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:logins" + System.nanoTime(), "sa", "");

    private DataSourceLoginService service() {
        DataSourceLoginService service = new DataSourceLoginService("realm");
        service.setServer(server);
        service.setJndiName("jdbc/users");
        service.setCreateTables(true);
        service.setUserTableName("people");
        return service;
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void usersOfADataSourceOfTheServerAreLoggedIn() throws Exception {
        try (Connection open = pool.getConnection()) {
            new Resource(server, "jdbc/users", pool);
            DataSourceLoginService service = service();
            service.start();
            execute("insert into people values (1, 'anna', 'clear')");
            execute("insert into roles values (7, 'admin')");
            execute("insert into user_roles values (1, 7)");
            UserIdentity anna = service.login("anna", "clear", null, create -> null);
            assertThat(anna.isUserInRole("admin")).isTrue();
            assertThat(service.login("anna", "wrong", null, create -> null)).isNull();
            service.stop();
            // tables that are there stay
            service.start();
            assertThat(service.login("anna", "clear", null, create -> null)).isNotNull();
            service.stop();
        }
        new DataSourceCloser(pool, "shutdown").destroy();
        // the database in memory has ended
        assertThatThrownBy(() -> execute("select * from people")).isInstanceOf(SQLException.class);
    }

    @Test
    void missingDataSourceIsToldAtTheStart() {
        assertThatThrownBy(() -> service().start()).hasMessageContaining("jdbc/users");
    }
}

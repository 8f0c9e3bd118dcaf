package org.eclipse.jetty.ee10.annotations;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.annotation.Resources;
import jakarta.annotation.sql.DataSourceDefinition;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import javax.naming.InitialContext;
import javax.sql.DataSource;
import org.eclipse.jetty.ee10.plus.jndi.Transaction;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.junit.jupiter.api.Test;

/** Resources of annotations, out of the directory of the application. */
class ResourceAnnotationsTest extends WebAppServer {
    @WebServlet("/injected")
    @Resource(name = "declared", type = String.class, lookup = "colour")
    @Resources(@Resource(name = "jdbc/too", type = DataSource.class, mappedName = "jdbc/main"))
    public static class Injected extends HttpServlet {
        @Resource(name = "jdbc/main")
        private DataSource main;

        @Resource(lookup = "java:app/jdbc/defined")
        private DataSource defined;

        @Resource(name = "colour")
        private String colour;

        @Resource(name = "absent")
        private int number = 5;

        private String size;
        private boolean begun;

        @Resource(name = "size")
        public void setSize(String size) {
            this.size = size;
        }

        @PostConstruct
        void begin() {
            begun = main != null && size != null;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                InitialContext initial = new InitialContext();
                String field = "java:comp/env/" + Injected.class.getName() + "/defined";
                response.getWriter()
                        .print(select(main) + " " + select(defined) + " " + colour + " " + number + " " + size + " "
                                + begun
                                + " " + initial.lookup("java:comp/env/declared") + " "
                                + select((DataSource) initial.lookup("java:comp/env/jdbc/too")) + " "
                                + (initial.lookup(field) == defined));
            } catch (Exception x) {
                response.getWriter().print(x);
            }
        }

        private static int select(DataSource dataSource) throws Exception {
            try (Connection connection = dataSource.getConnection();
                    ResultSet rows = connection.createStatement().executeQuery("select 42")) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    /** Defines what the listener, which is made first, refers to. */
    @WebServlet("/defining")
    @DataSourceDefinition(
            name = "java:app/jdbc/defined",
            className = "com.zaxxer.hikari.HikariDataSource",
            url = "jdbc:h2:mem:defined",
            maxPoolSize = 2,
            properties = "poolName=mine")
    public static class Defining extends HttpServlet {}

    @WebListener
    public static class Early implements ServletContextListener {
        @Resource(lookup = "java:app/jdbc/defined")
        private DataSource defined;

        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("early", defined);
        }
    }

    @WebServlet("/broken")
    @DataSourceDefinition(name = "jdbc/broken", className = "no.such.Driver")
    public static class Broken extends HttpServlet {}

    private void bind(HikariDataSource pool) throws Exception {
        new org.eclipse.jetty.plus.jndi.Resource(server, "jdbc/main", pool);
        new org.eclipse.jetty.plus.jndi.EnvEntry(server, "colour", "red", false);
        new org.eclipse.jetty.plus.jndi.EnvEntry(server, "size", "big", false);
    }

    @Test
    void resourcesAreInjectedAndDeclared() throws Exception {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:main");
            bind(pool);
            WebAppContext context = start(new WarFiles().classes(Injected.class, Defining.class, Early.class));
            assertThat(warnings()).isEmpty();
            assertThat(body(get("/app/injected"))).isEqualTo("42 42 red 5 big true red 42 true");
            HikariDataSource defined =
                    (HikariDataSource) context.getServletContext().getAttribute("early");
            assertThat(defined.getMaximumPoolSize()).isEqualTo(2);
            context.stop();
            assertThat(defined.isClosed()).isTrue();
            assertThat(pool.isClosed()).isFalse();
        }
    }

    @Test
    void descriptorSaysWhatIsInjectedIntoAnAnnotatedPlace() throws Exception {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl("jdbc:h2:mem:main");
            bind(pool);
            start(
                    new WarFiles()
                            .classes(Injected.class, Defining.class)
                            .webXml(
                                    "<env-entry><env-entry-name>number</env-entry-name><env-entry-value>9</env-entry-value>"
                                            + "<injection-target><injection-target-class>" + Injected.class.getName()
                                            + "</injection-target-class><injection-target-name>number</injection-target-name></injection-target></env-entry>"));
            assertThat(body(get("/app/injected"))).isEqualTo("42 42 red 9 big true red 42 true");
        }
    }

    @Test
    void missingResourceIsToldAtTheStart() throws Exception {
        start(new WarFiles().classes(Injected.class, Defining.class));
        assertThat(warnings())
                .anySatisfy(warning -> assertThat(warning).contains("No resource jdbc/main", "Injected.main"));
        assertThat(status(get("/app/injected"))).isEqualTo(500);
    }

    @WebServlet("/transacting")
    public static class Transacting extends HttpServlet {
        @Resource
        private UserTransaction transaction;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                Object found = new InitialContext().lookup("java:comp/UserTransaction");
                response.getWriter().print(transaction + " " + (transaction == found));
            } catch (Exception x) {
                throw new IOException(x);
            }
        }
    }

    @Test
    void userTransactionIsInjectedByItsType() throws Exception {
        UserTransaction transaction = (UserTransaction) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {UserTransaction.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "toString" -> "the transaction";
                    case "equals" -> proxy == arguments[0];
                    default -> null;
                });
        new Transaction(server, transaction);
        start(new WarFiles().classes(Transacting.class));
        assertThat(body(get("/app/transacting"))).isEqualTo("the transaction true");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void dataSourceOfNoClassFailsTheServletOnly() throws Exception {
        start(new WarFiles().classes(Broken.class, Defining.class));
        assertThat(status(get("/app/broken"))).isEqualTo(500);
        assertThat(status(get("/app/defining"))).isEqualTo(405);
    }
}

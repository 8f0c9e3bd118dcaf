package org.eclipse.jetty.ee10.plus.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.sql.DataSource;
import org.eclipse.jetty.ee10.plus.jndi.Transaction;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.eclipse.jetty.jndi.InitialContextFactory;
import org.eclipse.jetty.jndi.JavaURLContext;
import org.eclipse.jetty.plus.jndi.EnvEntry;
import org.eclipse.jetty.plus.jndi.Link;
import org.eclipse.jetty.plus.jndi.NamingEntry;
import org.eclipse.jetty.plus.jndi.NamingEntryUtil;
import org.eclipse.jetty.plus.jndi.Resource;
import org.example.transaction.OwnFactory;
import org.example.transaction.OwnPool;
import org.example.transaction.OwnTransaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Descriptors, entries of all scopes, and what an application finds in its directory. */
class DirectoryTest extends WebAppServer {
    private static final String SERVLET =
            "<servlet><servlet-name>s</servlet-name><servlet-class>%s</servlet-class></servlet>"
                    + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>/*</url-pattern></servlet-mapping>";

    /** Writes everything below a name. */
    public static class Lister extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            PrintWriter out = response.getWriter();
            try {
                Object found = new InitialContext().lookup(request.getPathInfo().substring(1));
                if (found instanceof DataSource dataSource) {
                    out.print(select(dataSource));
                } else if (found instanceof Context context) {
                    list(out, context, "");
                } else {
                    out.print(found.getClass().getSimpleName() + ":" + found);
                }
            } catch (Exception x) {
                out.print(x);
            }
        }

        private static void list(PrintWriter out, Context context, String prefix) throws NamingException {
            Map<String, Object> sorted = new TreeMap<>();
            for (NamingEnumeration<Binding> e = context.listBindings(""); e.hasMore(); ) {
                Binding binding = e.next();
                sorted.put(binding.getName(), binding.getObject());
            }
            for (Map.Entry<String, Object> entry : sorted.entrySet()) {
                if (entry.getValue() instanceof Context below) {
                    list(out, below, prefix + entry.getKey() + "/");
                } else {
                    out.println(prefix + entry.getKey() + "=" + entry.getValue());
                }
            }
        }

        static String select(DataSource dataSource) throws Exception {
            try (Connection connection = dataSource.getConnection();
                    ResultSet rows = connection.createStatement().executeQuery("select 6 * 7")) {
                rows.next();
                return dataSource.getClass().getSimpleName() + ":" + rows.getInt(1);
            }
        }
    }

    /** Has places for injection by descriptor. */
    public static class Injected extends HttpServlet {
        private String colour = "default";
        private int number;
        private DataSource dataSource;
        private Thread.State state;
        private String life = "";

        public void setDataSource(DataSource dataSource) {
            life += "setter ";
            this.dataSource = dataSource;
        }

        private void begin() {
            life += "begin(" + colour + ") ";
        }

        void end() {
            LAST.set(life + "end");
        }

        static final AtomicReference<String> LAST = new AtomicReference<>();

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                response.getWriter()
                        .print(life + colour + " " + number + " " + state + " "
                                + (dataSource == null ? "none" : Lister.select(dataSource)));
            } catch (Exception x) {
                response.getWriter().print(x);
            }
        }
    }

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:" + System.nanoTime());
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    @AfterEach
    void release() throws Exception {
        for (Object scope : new Object[] {null, ServletContextHandler.ENVIRONMENT}) {
            for (NamingEntry entry : NamingEntryUtil.lookupNamingEntries(scope, NamingEntry.class)) {
                entry.release();
            }
        }
    }

    private static WarFiles lister(String elements) throws IOException {
        return new WarFiles().classes(Lister.class).webXml(String.format(SERVLET, Lister.class.getName()) + elements);
    }

    private static String entry(String name, String type, String value) {
        return "<env-entry><env-entry-name>" + name + "</env-entry-name>"
                + (type == null ? "" : "<env-entry-type>" + type + "</env-entry-type>")
                + (value == null ? "" : "<env-entry-value>" + value + "</env-entry-value>") + "</env-entry>";
    }

    private String env(String name) throws Exception {
        return body(get("/app/java:comp/env" + (name.isEmpty() ? "" : "/" + name)));
    }

    @Test
    void settingsHaveAllTypesOfThePlatform() throws Exception {
        start(lister(entry("s", "java.lang.String", " blank ")
                + entry("c", "java.lang.Character", "x")
                + entry("b", "java.lang.Byte", "-7")
                + entry("sh", "java.lang.Short", "300")
                + entry("i", "java.lang.Integer", "70000")
                + entry("l", "java.lang.Long", "5000000000")
                + entry("bo", "java.lang.Boolean", "TRUE")
                + entry("d", "java.lang.Double", "1.5")
                + entry("f", "java.lang.Float", "2.5")
                + entry("cl", "java.lang.Class", "java.util.List")
                + entry("e", "java.lang.Thread$State", "BLOCKED")
                + entry("deep/er", "int", "1")
                + entry("java:app/env/shared", "java.lang.String", "of app")
                + entry("none", "java.lang.Integer", null)));
        assertThat(env("").lines())
                .containsExactly(
                        "b=-7",
                        "bo=true",
                        "c=x",
                        "cl=interface java.util.List",
                        "d=1.5",
                        "deep/er=1",
                        "e=BLOCKED",
                        "f=2.5",
                        "i=70000",
                        "l=5000000000",
                        "s= blank ",
                        "sh=300");
        assertThat(env("l")).isEqualTo("Long:5000000000");
        assertThat(body(get("/app/java:app/env/shared"))).isEqualTo("String:of app");
        assertThat(body(get("/app/java:comp/ModuleName"))).isEqualTo("String:app");
        assertThat(env("none")).contains("NameNotFoundException");
        assertThat(warnings()).isEmpty();
    }

    private void refused(String elements, String... reasons) throws Exception {
        start(lister(elements));
        assertThat(status(get("/app/x"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("web.xml:").contains(reasons);
    }

    @Test
    void settingOfTheWrongTypeIsRefused() throws Exception {
        refused(entry("i", "java.lang.Integer", "many"), "many", "java.lang.Integer", "of i");
    }

    @Test
    void settingOfNoTypeIsRefused() throws Exception {
        refused(entry("i", "java.util.List", "1"), "java.util.List", "expected");
    }

    @Test
    void referenceToNothingIsRefused() throws Exception {
        refused(
                "<resource-ref><res-ref-name>jdbc/none</res-ref-name><res-type>javax.sql.DataSource</res-type></resource-ref>",
                "<resource-ref> jdbc/none",
                "jetty-ee10-env.xml");
    }

    @Test
    void placeThatIsNotThereIsRefused() throws Exception {
        refused(
                "<env-entry><env-entry-name>a</env-entry-name><injection-target><injection-target-class>"
                        + Lister.class.getName()
                        + "</injection-target-class><injection-target-name>nothing</injection-target-name></injection-target></env-entry>",
                "neither a setter nor a field for nothing");
    }

    @Test
    void narrowerScopeCountsAndWebXmlUnlessTold() throws Exception {
        WebAppContext context = deploy(
                lister(entry("one", "java.lang.String", "web.xml")
                                + entry("two", "java.lang.String", "web.xml")
                                + entry("three", "java.lang.String", null))
                        .directory(temp.resolve("app")),
                "/app");
        new EnvEntry("jvm", "jvm");
        new EnvEntry("one", "jvm");
        new EnvEntry("two", "jvm", true);
        new EnvEntry(ServletContextHandler.ENVIRONMENT, "environment", "environment", false);
        new EnvEntry("ee10", "jvm", "narrower", false);
        new EnvEntry(server, "server", "server", false);
        new EnvEntry(server, "three", "server", false);
        new EnvEntry(server, "mine", "server", false);
        new EnvEntry(context, "mine", "application", false);
        server.start();
        assertThat(env("").lines())
                .containsExactly(
                        "environment=environment",
                        "jvm=narrower",
                        "mine=application",
                        "one=web.xml",
                        "server=server",
                        "three=server",
                        "two=jvm");
        // and once more, after a stop
        context.stop();
        context.start();
        assertThat(env("mine")).isEqualTo("String:application");
        assertThatThrownBy(() -> new EnvEntry("ee77", "a", "b", false))
                .hasMessageContaining("ee77")
                .hasMessageContaining("ee10");
        assertThatThrownBy(() -> new EnvEntry(" / ", "b")).hasMessageContaining("expected");
    }

    private static String resourceRef(String name, String more) {
        return "<resource-ref><res-ref-name>" + name + "</res-ref-name><res-type>javax.sql.DataSource</res-type>" + more
                + "</resource-ref>";
    }

    @Test
    void poolIsFoundInEveryScopeAndByLinks() throws Exception {
        try (HikariDataSource pool = pool()) {
            new Resource(server, "jdbc/server", pool);
            new Resource("ee10", "jdbc/environment", pool);
            new Resource("jdbc/jvm", pool);
            new Resource(server, "javax.sql.DataSource/default", pool);
            WebAppContext context = deploy(
                    lister(
                                    resourceRef("jdbc/server", "")
                                            + resourceRef("jdbc/environment", "")
                                            + resourceRef("jdbc/jvm", "")
                                            + resourceRef("jdbc/any", "")
                                            + resourceRef("jdbc/linked", "")
                                            + resourceRef("jdbc/mapped", "<mapped-name>jdbc/server</mapped-name>")
                                            + resourceRef(
                                                    "jdbc/lookup",
                                                    "<lookup-name>java:comp/env/jdbc/mapped</lookup-name>")
                                            + "<resource-env-ref><resource-env-ref-name>jdbc/env</resource-env-ref-name><resource-env-ref-type>javax.sql.DataSource</resource-env-ref-type></resource-env-ref>"
                                            + "<message-destination-ref><message-destination-ref-name>jms/queue</message-destination-ref-name><message-destination-type>jakarta.jms.Queue</message-destination-type><message-destination-usage>Produces</message-destination-usage></message-destination-ref>")
                            .directory(temp.resolve("app")),
                    "/app");
            new Link(context, "jdbc/linked", "jdbc/other");
            new Link(server, "jdbc/other", "jdbc/server");
            new Resource(context, "jms/queue", "a queue");
            server.start();
            assertThat(warnings()).isEmpty();
            for (String name :
                    new String[] {"server", "environment", "jvm", "any", "linked", "mapped", "lookup", "env"}) {
                assertThat(env("jdbc/" + name)).as(name).isEqualTo("HikariDataSource:42");
            }
            assertThat(env("jms/queue")).isEqualTo("String:a queue");
            // what is the JVM's is in the initial context; the rest is not
            assertThat(body(get("/app/jdbc/jvm"))).isEqualTo("HikariDataSource:42");
            assertThat(body(get("/app/jdbc/server"))).contains("NameNotFoundException");
            assertThat(InitialContextFactory.getRoot().lookup("jdbc/jvm")).isSameAs(pool);
        }
    }

    @Test
    void envFileOfTheApplicationGoesWithIt() throws Exception {
        WarFiles files = lister(resourceRef("jdbc/own", ""));
        String xml = """
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            <Configure id="wac" class="org.eclipse.jetty.ee10.webapp.WebAppContext">
              <New class="org.eclipse.jetty.plus.jndi.EnvEntry">
                <Arg><Ref refid="wac"/></Arg><Arg>colour</Arg><Arg type="java.lang.Object">green</Arg><Arg type="boolean">true</Arg>
              </New>
              <New class="org.eclipse.jetty.plus.jndi.Resource">
                <Arg><Ref refid="wac"/></Arg>
                <Arg>jdbc/own</Arg>
                <Arg>
                  <New class="com.zaxxer.hikari.HikariDataSource"><Set name="jdbcUrl">jdbc:h2:mem:own</Set></New>
                </Arg>
              </New>
            </Configure>
            """;
        files.file("WEB-INF/jetty-ee10-env.xml", xml);
        files.file("WEB-INF/jetty-env.xml", "<nonsense/>");
        WebAppContext context = start(files);
        assertThat(warnings()).isEmpty();
        assertThat(env("colour")).isEqualTo("String:green");
        assertThat(env("jdbc/own")).isEqualTo("HikariDataSource:42");
        assertThat(NamingEntryUtil.lookupNamingEntries(context, NamingEntry.class))
                .hasSize(2);
        context.stop();
        assertThat(NamingEntryUtil.lookupNamingEntries(context, NamingEntry.class))
                .isEmpty();
        context.start();
        assertThat(env("colour")).isEqualTo("String:green");
    }

    @Test
    void whatTheEnvFileOfAnApplicationMakesInWiderScopesGoesWithItAndIsClosed() throws Exception {
        WarFiles files = lister(resourceRef("own/ofEnvironment", "") + resourceRef("own/ofServer", ""));
        String entry = """
              <New class="org.eclipse.jetty.plus.jndi.Resource">%s<Arg>own/%s</Arg><Arg>
                <New class="%s"/></Arg></New>
            """;
        String own = OwnPool.class.getName();
        files.classes(OwnPool.class);
        files.file(
                "WEB-INF/jetty-ee10-env.xml",
                "<Configure id=\"wac\" class=\"org.eclipse.jetty.ee10.webapp.WebAppContext\">"
                        + entry.formatted(
                                "<Arg>" + ServletContextHandler.ENVIRONMENT.getName() + "</Arg>", "ofEnvironment", own)
                        + entry.formatted("<Arg><Ref refid=\"Server\"/></Arg>", "ofServer", own)
                        + entry.formatted("", "ofJvm", own)
                        + "</Configure>");
        WebAppContext context = start(files);
        assertThat(env("own/ofEnvironment")).isEqualTo("OwnPool:open");
        Object ofServer = NamingEntryUtil.lookupNamingEntry(context.getServer(), "own/ofServer")
                .getObject();
        assertThat(ofServer).hasToString("open");
        assertThat(new InitialContext().lookup("own/ofJvm")).hasToString("open");
        context.stop();
        assertThat(NamingEntryUtil.lookupNamingEntry(ServletContextHandler.ENVIRONMENT, "own/ofEnvironment"))
                .isNull();
        assertThat(NamingEntryUtil.lookupNamingEntry(context.getServer(), "own/ofServer"))
                .isNull();
        assertThat(NamingEntryUtil.lookupNamingEntry(null, "own/ofJvm")).isNull();
        assertThatThrownBy(() -> new InitialContext().lookup("own/ofJvm")).hasMessageContaining("own/ofJvm");
        assertThat(ofServer).hasToString("closed");
    }

    @Test
    void applicationCannotChangeItsNames() throws Exception {
        start(new WarFiles().classes(Binder.class).webXml(String.format(SERVLET, Binder.class.getName())));
        assertThat(body(get("/app/x"))).contains("OperationNotSupportedException", "java:comp/env/mine");
    }

    public static class Binder extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                new InitialContext().bind("java:comp/env/mine", "x");
                response.getWriter().print("bound");
            } catch (NamingException x) {
                response.getWriter().print(x);
            }
        }
    }

    private static String target(String name) {
        return "<injection-target><injection-target-class>" + Injected.class.getName()
                + "</injection-target-class><injection-target-name>" + name
                + "</injection-target-name></injection-target>";
    }

    @Test
    void descriptorInjectsAndCallsLifeCycleMethods() throws Exception {
        String name = Injected.class.getName();
        try (HikariDataSource pool = pool()) {
            new Resource(server, "jdbc/main", pool);
            WebAppContext context = start(
                    new WarFiles()
                            .classes(Injected.class, Lister.class)
                            .webXml(
                                    String.format(SERVLET, name)
                                            + "<env-entry><env-entry-name>colour</env-entry-name><env-entry-value>red</env-entry-value>"
                                            + target("colour") + "</env-entry>"
                                            + "<env-entry><env-entry-name>number</env-entry-name><env-entry-value>17</env-entry-value>"
                                            + target("number") + "</env-entry>"
                                            + "<env-entry><env-entry-name>state</env-entry-name><env-entry-type>java.lang.Thread$State</env-entry-type><env-entry-value>NEW</env-entry-value>"
                                            + target("state") + "</env-entry>"
                                            + resourceRef("jdbc/main", target("dataSource"))
                                            + "<post-construct><lifecycle-callback-class>" + name
                                            + "</lifecycle-callback-class><lifecycle-callback-method>begin</lifecycle-callback-method></post-construct>"
                                            + "<pre-destroy><lifecycle-callback-class>" + name
                                            + "</lifecycle-callback-class><lifecycle-callback-method>end</lifecycle-callback-method></pre-destroy>"));
            assertThat(body(get("/app/x"))).isEqualTo("setter begin(red) red 17 NEW HikariDataSource:42");
            Class<?> type =
                    context.getServletHandler().getServlet("s").getServlet().getClass();
            Field last = type.getDeclaredField("LAST");
            last.setAccessible(true);
            Object reference = last.get(null);
            context.stop();
            assertThat(reference.toString()).endsWith("begin(red) end");
        }
    }

    @Test
    void settingWithoutValueLeavesThePlaceAsItIs() throws Exception {
        start(new WarFiles()
                .classes(Injected.class, Lister.class)
                .webXml(String.format(SERVLET, Injected.class.getName())
                        + "<env-entry><env-entry-name>colour</env-entry-name>" + target("colour") + "</env-entry>"));
        assertThat(body(get("/app/x"))).isEqualTo("default 0 null none");
    }

    private static WarFiles library(String elements) {
        return new WarFiles().fragment(elements);
    }

    @Test
    void webXmlWinsOverFragmentsWhichMustAgree() throws Exception {
        start(lister(entry("a", "java.lang.String", "web.xml"))
                .library(
                        "one.jar",
                        library("<name>one</name>" + entry("a", "java.lang.String", "fragment")
                                + entry("b", "java.lang.String", "same")))
                .library(
                        "two.jar",
                        library("<name>two</name>" + entry("b", "java.lang.String", "same")
                                + entry("c", "java.lang.String", "two"))));
        assertThat(env("").lines()).containsExactly("a=web.xml", "b=same", "c=two");
    }

    @Test
    void fragmentsThatDisagreeAreRefused() throws Exception {
        start(lister("")
                .library("one.jar", library("<name>one</name>" + entry("b", "java.lang.String", "1")))
                .library("two.jar", library("<name>two</name>" + entry("b", "java.lang.String", "2"))));
        assertThat(status(get("/app/x"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("env-entry.b", "say in web.xml");
    }

    @Test
    void descriptorDefinesDataSourcesThatAreClosedWithTheApplication() throws Exception {
        WebAppContext context = start(lister(
                "<data-source><name>java:app/jdbc/defined</name><class-name>com.zaxxer.hikari.HikariDataSource</class-name>"
                        + "<url>jdbc:h2:mem:defined</url><user>sa</user><password></password><transactional>false</transactional><max-pool-size>3</max-pool-size>"
                        + "<property><name>poolName</name><value>mine</value></property></data-source>"
                        + resourceRef("jdbc/ref", "<lookup-name>java:app/jdbc/defined</lookup-name>")));
        assertThat(warnings()).isEmpty();
        assertThat(env("jdbc/ref")).isEqualTo("HikariDataSource:42");
        DataSources dataSources = context.getBean(DataSources.class);
        assertThat(dataSources.isDefined("java:app/jdbc/defined")).isTrue();
        HikariDataSource pool = (HikariDataSource)
                context.getBean(ComponentNaming.class).application().lookup("jdbc/defined");
        assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
        assertThat(pool.getPoolName()).isEqualTo("mine");
        context.stop();
        assertThat(pool.isClosed()).isTrue();
    }

    /** What is left would be closed, and keep the classes of the application in memory. */
    @Test
    void globalNamesOfAnApplicationGoWithIt() throws Exception {
        String name = "java:global/test/defined";
        WebAppContext context = start(lister("<data-source><name>" + name
                + "</name><class-name>com.zaxxer.hikari.HikariDataSource</class-name><url>jdbc:h2:mem:global</url></data-source>"
                + entry("java:global/test/entry", "java.lang.String", "mine")
                + entry("java:global/test/taken", "java.lang.String", "mine")));
        assertThat(body(get("/app/" + name))).isEqualTo("HikariDataSource:42");
        assertThat(body(get("/app/java:global/test/entry"))).isEqualTo("String:mine");
        JavaURLContext.getGlobal().put("test/taken", "of another one");
        context.stop();
        assertThat(JavaURLContext.getGlobal().isBound("test/defined")).isFalse();
        assertThat(JavaURLContext.getGlobal().isBound("test/entry")).isFalse();
        assertThat(JavaURLContext.getGlobal().lookup("test/taken")).isEqualTo("of another one");
        JavaURLContext.getGlobal().unbind("test/taken");
    }

    @Test
    void dataSourceOfAnUnknownPropertyIsRefused() throws Exception {
        refused(
                "<data-source><name>jdbc/x</name><class-name>org.h2.jdbcx.JdbcDataSource</class-name>"
                        + "<property><name>colour</name><value>red</value></property></data-source>",
                "property: colour",
                "JdbcDataSource");
    }

    @Test
    void userTransactionOfTheEnvironmentIsBound() throws Exception {
        UserTransaction transaction = (UserTransaction) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {UserTransaction.class},
                (proxy, method, arguments) -> method.getName().equals("toString") ? "the transaction" : null);
        new Transaction("ee10", transaction);
        start(lister(""));
        assertThat(body(get("/app/java:comp/UserTransaction"))).endsWith(":the transaction");
    }

    @Test
    void userTransactionThatAnApplicationBringsIsItsOwn() throws Exception {
        new Transaction(ServletContextHandler.ENVIRONMENT.getName(), new OwnTransaction("of the environment"));
        WarFiles files = lister(
                        "<resource-env-ref><resource-env-ref-name>tx</resource-env-ref-name><resource-env-ref-type>"
                                + UserTransaction.class.getName() + "</resource-env-ref-type></resource-env-ref>")
                .classes(OwnTransaction.class);
        files.file(
                "WEB-INF/jetty-ee10-env.xml",
                "<Configure id=\"wac\" class=\"org.eclipse.jetty.ee10.webapp.WebAppContext\"><New class=\""
                        + Transaction.class.getName() + "\"><Arg><Ref refid=\"wac\"/></Arg><Arg><New class=\""
                        + OwnTransaction.class.getName() + "\"/></Arg></New></Configure>");
        deploy(lister("").directory(temp.resolve("other")), "/other");
        WebAppContext context = start(files);
        assertThat(body(get("/app/java:comp/UserTransaction"))).isEqualTo("OwnTransaction:own");
        assertThat(env("tx")).isEqualTo("OwnTransaction:own");
        assertThat(body(get("/other/java:comp/UserTransaction"))).isEqualTo("OwnTransaction:of the environment");
        context.stop();
        assertThat(NamingEntryUtil.lookupNamingEntries(context, NamingEntry.class))
                .isEmpty();
        context.start();
        assertThat(body(get("/app/java:comp/UserTransaction"))).isEqualTo("OwnTransaction:own");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void userTransactionOfTheServerIsBoundAndInjected() throws Exception {
        new Transaction(server, new OwnTransaction("of the server"));
        start(new WarFiles()
                .classes(Transacting.class)
                .webXml(String.format(SERVLET, Transacting.class.getName())
                        + "<resource-env-ref><resource-env-ref-name>tx</resource-env-ref-name><resource-env-ref-type>"
                        + UserTransaction.class.getName()
                        + "</resource-env-ref-type><injection-target><injection-target-class>"
                        + Transacting.class.getName()
                        + "</injection-target-class><injection-target-name>transaction</injection-target-name>"
                        + "</injection-target></resource-env-ref>"));
        assertThat(body(get("/app/"))).isEqualTo("of the server 6");
    }

    public static class Transacting extends HttpServlet {
        private UserTransaction transaction;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                transaction.begin();
                response.getWriter().print(transaction + " " + transaction.getStatus());
                transaction.commit();
            } catch (Exception x) {
                throw new IOException(x);
            }
        }
    }

    @Test
    void userTransactionByReferenceNeedsNoApiInTheServer() throws Exception {
        new org.eclipse.jetty.plus.jndi.Transaction(
                ServletContextHandler.ENVIRONMENT.getName(),
                new Reference(UserTransaction.class.getName(), OwnFactory.class.getName(), null));
        start(lister("").classes(OwnTransaction.class, OwnFactory.class));
        assertThat(body(get("/app/java:comp/UserTransaction"))).isEqualTo("OwnTransaction:of a factory");
    }

    @Test
    void dumpShowsTheDirectory() throws Exception {
        start(lister(entry("colour", "java.lang.String", "red")));
        assertThat(server.dump()).contains("ComponentNaming{app}", "colour", "red");
        assertThat(connector.getResponse(
                        "GET /app/java:comp/env/colour HTTP/1.1\r\nHost: local\r\nConnection: close\r\n\r\n",
                        10,
                        TimeUnit.SECONDS))
                .endsWith("String:red");
    }
}

package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectiveWebXmlTest {
    private static final String SERVLET = """
        <servlet>
          <servlet-name>page</servlet-name>
          <servlet-class>com.example.Page</servlet-class>
          <init-param><param-name>a</param-name><param-value>1 &lt; 2</param-value></init-param>
          <load-on-startup>3</load-on-startup>
          <async-supported>true</async-supported>
          <run-as><role-name>runner</role-name></run-as>
          <security-role-ref><role-name>local</role-name><role-link>reader</role-link></security-role-ref>
          <multipart-config><max-file-size>10</max-file-size></multipart-config>
        </servlet>
        <servlet-mapping>
          <servlet-name>page</servlet-name><url-pattern>/page</url-pattern><url-pattern>*.page</url-pattern>
        </servlet-mapping>
        """;

    private static final String FILTER = """
        <filter><filter-name>gate</filter-name><filter-class>com.example.Gate</filter-class></filter>
        <filter-mapping>
          <filter-name>gate</filter-name><servlet-name>page</servlet-name><dispatcher>ERROR</dispatcher>
        </filter-mapping>
        """;

    private static final String CONTEXT = """
        <display-name>Shop &amp; more</display-name>
        <distributable/>
        <context-param><param-name>x</param-name><param-value>y</param-value></context-param>
        <listener><listener-class>com.example.Ear</listener-class></listener>
        <session-config>
          <session-timeout>7</session-timeout>
          <cookie-config><name>shop</name><secure>true</secure></cookie-config>
          <tracking-mode>COOKIE</tracking-mode>
        </session-config>
        <mime-mapping><extension>odd</extension><mime-type>text/odd</mime-type></mime-mapping>
        <welcome-file-list><welcome-file>start.html</welcome-file></welcome-file-list>
        <error-page><error-code>404</error-code><location>/404.html</location></error-page>
        <error-page><exception-type>java.lang.Error</exception-type><location>/error.html</location></error-page>
        <error-page><location>/any.html</location></error-page>
        <locale-encoding-mapping-list>
          <locale-encoding-mapping><locale>ja</locale><encoding>Shift_JIS</encoding></locale-encoding-mapping>
        </locale-encoding-mapping-list>
        <request-character-encoding>UTF-8</request-character-encoding>
        <jsp-config>
          <taglib><taglib-uri>urn:tags</taglib-uri><taglib-location>/WEB-INF/tags.tld</taglib-location></taglib>
          <jsp-property-group><url-pattern>*.x</url-pattern><el-ignored>true</el-ignored></jsp-property-group>
        </jsp-config>
        """;

    private static final String SECURITY = """
        <security-constraint>
          <web-resource-collection>
            <web-resource-name>all</web-resource-name><url-pattern>/admin/*</url-pattern>
            <http-method-omission>GET</http-method-omission>
          </web-resource-collection>
          <auth-constraint><role-name>reader</role-name></auth-constraint>
          <user-data-constraint><transport-guarantee>CONFIDENTIAL</transport-guarantee></user-data-constraint>
        </security-constraint>
        <security-constraint>
          <web-resource-collection><web-resource-name>no</web-resource-name><url-pattern>/no</url-pattern></web-resource-collection>
          <auth-constraint/>
        </security-constraint>
        <login-config>
          <auth-method>FORM</auth-method><realm-name>Shop</realm-name>
          <form-login-config>
            <form-login-page>/login</form-login-page><form-error-page>/failed</form-error-page>
          </form-login-config>
        </login-config>
        <security-role><role-name>reader</role-name></security-role>
        <deny-uncovered-http-methods/>
        """;

    private static final String COPIED = """
        <env-entry>
          <env-entry-name>limit</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>
          <env-entry-value>5</env-entry-value>
        </env-entry>
        """;

    @TempDir
    Path directory;

    private Path base;

    @BeforeEach
    void makeBase() throws IOException {
        base = Files.createDirectories(directory.resolve("app"));
        Files.createDirectories(base.resolve("WEB-INF"));
    }

    @Test
    void whatDescriptorsSayTogetherIsWritten() throws Exception {
        Files.writeString(base.resolve("WEB-INF/web.xml"), webApp(CONTEXT + SERVLET));
        Path override = Files.writeString(directory.resolve("override.xml"), webApp(FILTER + SECURITY + COPIED));
        String effective = effective(context(), override);
        assertThat(effective)
                .contains("metadata-complete=\"true\"")
                .contains("<display-name>Shop &amp; more</display-name>", "<distributable/>")
                .contains("<servlet-class>com.example.Page</servlet-class>", "<param-value>1 &lt; 2</param-value>")
                .contains("<load-on-startup>3</load-on-startup>", "<role-link>reader</role-link>")
                .contains("<max-file-size>10</max-file-size>", "<url-pattern>*.page</url-pattern>")
                .contains("<filter-class>com.example.Gate</filter-class>", "<dispatcher>ERROR</dispatcher>")
                .contains("<listener-class>com.example.Ear</listener-class>", "<session-timeout>7</session-timeout>")
                .contains(
                        "<name>shop</name>",
                        "<mime-type>text/odd</mime-type>",
                        "<welcome-file>start.html</welcome-file>")
                .contains("<exception-type>java.lang.Error</exception-type>", "<location>/any.html</location>")
                .contains("<encoding>Shift_JIS</encoding>", "<taglib-uri>urn:tags</taglib-uri>")
                .contains("<http-method-omission>GET</http-method-omission>", "<auth-constraint/>")
                .contains("<transport-guarantee>CONFIDENTIAL</transport-guarantee>", "<deny-uncovered-http-methods/>")
                .contains("<form-error-page>/failed</form-error-page>", "<env-entry-value>5</env-entry-value>")
                // of the default descriptor
                .contains("<servlet-name>default</servlet-name>");
    }

    @Test
    void descriptorThatWasWrittenSaysTheSameAgain() throws Exception {
        // a group of pages makes a mapping of the servlet "jsp", whose place depends on where that is described
        String context = CONTEXT.replaceFirst("(?s)<jsp-property-group>.*</jsp-property-group>", "");
        Files.writeString(base.resolve("WEB-INF/web.xml"), webApp(context + SERVLET + FILTER + SECURITY + COPIED));
        String first = effective(context(), null);
        WebAppContext second = context();
        second.setDefaultsDescriptor(null);
        second.setDescriptor(
                Files.writeString(directory.resolve("first.xml"), first).toString());
        assertThat(effective(second, null)).isEqualTo(first);
    }

    /** Engines ask for the version, as that of pages, which takes expressions for text before 2.4. */
    @Test
    void versionAndAttributesOfTheCookieArePreserved() throws Exception {
        String content = """
                <session-config><cookie-config><attribute>
                  <attribute-name>SameSite</attribute-name><attribute-value>Strict</attribute-value>
                </attribute></cookie-config></session-config>
                <jsp-config><jsp-property-group>
                  <url-pattern>*.x</url-pattern><error-on-el-not-found>true</error-on-el-not-found>
                </jsp-property-group></jsp-config>
                <default-context-path>/shop</default-context-path>
                """;
        Files.writeString(
                base.resolve("WEB-INF/web.xml"),
                "<web-app version=\"2.3\" metadata-complete=\"false\">" + content + "</web-app>");
        assertThat(effective(context(), null))
                .contains(" version=\"2.3\"", "<default-context-path>/shop</default-context-path>")
                .contains("<attribute-name>SameSite</attribute-name>", "<attribute-value>Strict</attribute-value>")
                .contains("<error-on-el-not-found>true</error-on-el-not-found>");
    }

    /** What several descriptors say of a name is there once: that which counts (Servlet section 8.2.3). */
    @Test
    void resourcesAreWrittenOnce() throws Exception {
        String place = "<injection-target><injection-target-class>com.example.%s</injection-target-class>"
                + "<injection-target-name>limit</injection-target-name></injection-target>";
        WarFiles files = new WarFiles()
                .library(
                        "1.jar",
                        new WarFiles()
                                .fragment(
                                        "<name>one</name>" + entry("a", 1, place.formatted("One")) + entry("b", 1, "")))
                .library("2.jar", new WarFiles().fragment("<name>two</name>" + entry("left-out", 2, "")));
        files.webXml("<absolute-ordering><name>one</name></absolute-ordering>" + entry("a", 3, ""))
                .directory(base);
        Path override =
                Files.writeString(directory.resolve("override.xml"), webApp(entry("a", 4, place.formatted("Four"))));
        String effective = effective(context(), override);
        assertThat(effective.split("<env-entry>", -1)).hasSize(3);
        assertThat(effective)
                .contains("<env-entry-value>4<", "<env-entry-value>1<", "com.example.Four")
                .doesNotContain("<env-entry-value>3<", "left-out", "com.example.One");
        assertThat(effective(context(), null)).contains("<env-entry-value>3<", "com.example.One");
    }

    private static String entry(String name, int value, String place) {
        return "<env-entry><env-entry-name>" + name
                + "</env-entry-name><env-entry-type>java.lang.Integer</env-entry-type>" + "<env-entry-value>" + value
                + "</env-entry-value>" + place + "</env-entry>";
    }

    @Test
    void runningApplicationIsRefused() throws Exception {
        WebAppContext context = context();
        Server server = context.getServer();
        server.start();
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> EffectiveWebXml.write(context, directory.resolve("running.xml")))
                    .withMessageContaining("expected: a stopped one");
        } finally {
            server.stop();
        }
    }

    private WebAppContext context() {
        WebAppContext context = new WebAppContext();
        context.setContextPath("/app");
        context.setWar(base.toString());
        context.setTempDirectory(directory.resolve("temp").toFile());
        context.setSecurityHandler(new ConstraintSecurityHandler());
        new Server().setHandler(context);
        return context;
    }

    private String effective(WebAppContext context, Path override) throws Exception {
        if (override != null) {
            context.setOverrideDescriptor(override.toString());
        }
        Path file = directory.resolve("out/effective.xml");
        EffectiveWebXml.write(context, file);
        return Files.readString(file);
    }

    private static String webApp(String content) {
        return "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"5.0\">" + content + "</web-app>";
    }
}

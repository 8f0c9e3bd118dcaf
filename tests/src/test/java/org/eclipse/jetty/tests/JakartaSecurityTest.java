package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.tests.webapp.login.AccountServlet;
import org.eclipse.jetty.tests.webapp.login.BasicLogin;
import org.eclipse.jetty.tests.webapp.login.FieldLogin;
import org.eclipse.jetty.tests.webapp.login.FormLogin;
import org.eclipse.jetty.tests.webapp.login.RememberedUsers;
import org.eclipse.jetty.tests.webapp.login.Users;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications with Soteria, the implementation of Jakarta Security, on the modules "eeN-jaspi" and "eeN-cdi-spi". */
class JakartaSecurityTest {
    private static final Path LIBRARIES = Distribution.ROOT.resolve("tests/target/soteria");
    private static final String FORM =
            "<form method=\"post\" action=\"j_security_check\"><input name=\"j_username\"><input name=\"j_password\"></form>";

    private static final String DESCRIPTOR = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <resource-env-ref>
                <resource-env-ref-name>BeanManager</resource-env-ref-name>
                <resource-env-ref-type>jakarta.enterprise.inject.spi.BeanManager</resource-env-ref-type>
              </resource-env-ref>
            </web-app>
            """;

    /** Where Soteria looks for the beans of Weld. */
    private static final String NAMES = """
            <?xml version="1.0"?>
            <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
            <Configure id="application" class="org.eclipse.jetty.%s.webapp.WebAppContext">
              <New class="org.eclipse.jetty.plus.jndi.Resource">
                <Arg><Ref refid="application"/></Arg>
                <Arg>BeanManager</Arg>
                <Arg>
                  <New class="javax.naming.Reference">
                    <Arg>jakarta.enterprise.inject.spi.BeanManager</Arg>
                    <Arg>org.jboss.weld.resources.ManagerObjectFactory</Arg>
                    <Arg/>
                  </New>
                </Arg>
              </New>
            </Configure>
            """;

    private static void deploy(Base base, String environment, String name, Class<?>... types) throws IOException {
        War war = new War()
                .file("login.html", FORM)
                .file("failed.html", "login failed")
                .file("WEB-INF/web.xml", DESCRIPTOR)
                .file("WEB-INF/jetty-env.xml", NAMES.formatted(environment))
                .file(
                        "WEB-INF/beans.xml",
                        "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\" bean-discovery-mode=\"all\"/>")
                .type(AccountServlet.class)
                .type(Users.class);
        for (Class<?> type : types) {
            war.type(type);
        }
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            List<Path> libraries = jars.toList();
            assertThat(libraries).as("libraries in %s", LIBRARIES).hasSize(9);
            for (Path library : libraries) {
                war.library(library);
            }
        }
        war.deploy(base, name + ".war");
        base.write("webapps/" + name + ".properties", """
                environment=%s
                jetty.deploy.servletContainerInitializerOrder=org.jboss.weld.environment.servlet.EnhancedListener,*
                """.formatted(environment));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee10", "ee11"})
    void usersLogInByTheMechanismsOfJakartaSecurity(String environment) throws IOException {
        try (Base base = Base.with(
                Jdk.oldest(),
                "http," + environment + "-deploy," + environment + "-jaspi," + environment + "-cdi-spi")) {
            deploy(base, environment, "basic", BasicLogin.class);
            deploy(base, environment, "form", FormLogin.class);
            deploy(base, environment, "field", FieldLogin.class, RememberedUsers.class);
            Server server = base.serve();
            basic(server);
            form(server);
            field(server);
        }
    }

    private static HttpResponse<String> get(Server server, String path, String name, String value) {
        HttpRequest.Builder request = server.request(path);
        return server.send(
                name == null ? request.build() : request.header(name, value).build());
    }

    private static void basic(Server server) {
        HttpResponse<String> challenge = get(server, "/basic/account", null, null);
        assertThat(challenge.statusCode()).as(server.command()::output).isEqualTo(401);
        assertThat(challenge.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"shop\"");
        assertThat(get(server, "/basic/account", "Authorization", BasicAuthenticator.authorization("ann", "secret"))
                        .body())
                .isEqualTo("ann true");
        assertThat(get(server, "/basic/account", "Authorization", BasicAuthenticator.authorization("bob", "secret"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(get(server, "/basic/account", "Authorization", BasicAuthenticator.authorization("ann", "wrong"))
                        .statusCode())
                .isEqualTo(401);
    }

    private static void form(Server server) {
        FormBrowser browser = new FormBrowser(server.port());
        HttpResponse<String> page = browser.get("/form/account");
        assertThat(page.body()).isEqualTo(FORM);
        assertThat(browser.submit(page, "j_username=ann&j_password=wrong").body())
                .isEqualTo("login failed");
        assertThat(browser.submit(browser.get("/form/account"), "j_username=ann&j_password=secret")
                        .body())
                .isEqualTo("ann true");
        assertThat(browser.get("/form/account").body()).isEqualTo("ann true");
        assertThat(browser.get("/form/account?logout").body()).isEqualTo("null false");
        assertThat(browser.get("/form/account").body()).isEqualTo(FORM);
    }

    private static void field(Server server) {
        assertThat(get(server, "/field/account", null, null).statusCode()).isEqualTo(401);
        HttpResponse<String> first = get(server, "/field/account", "Login", "ann:secret");
        assertThat(first.body()).isEqualTo("ann true");
        String cookie = first.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith("JREMEMBERMEID="))
                .findFirst()
                .orElseThrow()
                .replaceFirst(";.*", "");
        assertThat(get(server, "/field/account", "Cookie", cookie).body()).isEqualTo("ann true");
        assertThat(get(server, "/field/account?logout", "Cookie", cookie).body())
                .isEqualTo("null false");
        assertThat(get(server, "/field/account", "Cookie", cookie).statusCode()).isEqualTo(401);
    }
}

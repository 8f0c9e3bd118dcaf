package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.tests.webapp.SecretServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What docs/secure-defaults.md says of a server as it comes, and of the properties that restore Jetty's behaviour. */
class SecureDefaultsTest {
    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http,ee10-deploy");

    @Test
    void nothingIsToldThatClientsNeedNotKnow() {
        deploy();
        Server server = base.serve();
        HttpResponse<String> failed = server.get("/app/secret");
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.headers().firstValue("Server")).isEmpty();
        assertThat(failed.body())
                .doesNotContain("a secret", "IllegalState", "SecretServlet", "SERVLET", "Jetty", "at org.");
        assertThat(server.get("/").body()).doesNotContain("/app");
        assertThat(server.get("/app/files/").statusCode()).isEqualTo(403);
        assertThat(server.get("/app/secret?session").headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie).containsIgnoringCase("; HttpOnly"));
        HttpResponse<String> trace = send(server, "TRACE", "/app/secret");
        assertThat(trace.statusCode()).isEqualTo(405);
        assertThat(trace.headers().firstValue("Allow")).isPresent();
        HttpResponse<String> refused = send(server, "DELETE", "/app/secret");
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("Allow"))
                .hasValueSatisfying(allow -> assertThat(allow).contains("GET").doesNotContain("DELETE"));
    }

    @Test
    void propertiesRestoreWhatJettyDoes() {
        deploy();
        base.write("webapps/app.properties", "jetty.deploy.baseResource.dirAllowed=true\n");
        Server server = base.serve(
                "jetty.httpConfig.sendServerVersion=true",
                "jetty.httpConfig.traceAllowed=true",
                "jetty.server.default.showContexts=true",
                "jetty.errorHandler.showStacks=true",
                "jetty.errorHandler.showCauses=true",
                "jetty.errorHandler.showOrigin=true");
        HttpResponse<String> failed = server.get("/app/secret");
        assertThat(failed.headers().firstValue("Server")).isPresent();
        assertThat(failed.body()).contains("a secret", "IllegalState", "SERVLET", "at org.");
        assertThat(server.get("/").body()).contains("/app");
        assertThat(server.get("/app/files/").body()).contains("listed.txt");
        assertThat(send(server, "TRACE", "/app/secret").statusCode()).isEqualTo(200);
    }

    @Test
    void formerNamesOfThePropertiesOfErrorPagesWork() {
        deploy();
        Server server = base.serve("jetty.server.error.showStacks=true");
        assertThat(server.get("/app/secret").body()).contains("IllegalState", "at org.");
        assertThat(server.command().output())
                .contains("jetty.server.error.showStacks", "jetty.errorHandler.showStacks");
    }

    @Test
    void linksOutOfAnApplicationAreServedOnlyWhenItsPropertiesSaySo() throws IOException {
        base.write("outside/secret.txt", "a secret");
        for (String name : new String[] {"closed", "open"}) {
            base.write("webapps/" + name + "/in.txt", "inside");
            base.write("webapps/" + name + "/WEB-INF/hidden.txt", "a secret");
            link("webapps/" + name + "/in-link.txt", "in.txt");
            link("webapps/" + name + "/out-link.txt", "../../outside/secret.txt");
            link("webapps/" + name + "/web", "WEB-INF");
        }
        base.write("webapps/open.properties", "jetty.deploy.baseResource.symlinksAllowed=true\n");
        link("webapps/linked", "../elsewhere");
        base.write("elsewhere/in.txt", "inside");
        Server server = base.serve();
        for (String name : new String[] {"closed", "open"}) {
            assertThat(server.get("/" + name + "/in-link.txt").body()).isEqualTo("inside");
            assertThat(server.get("/" + name + "/web/hidden.txt").statusCode()).isEqualTo(404);
        }
        assertThat(server.get("/closed/out-link.txt").statusCode()).isEqualTo(404);
        assertThat(server.get("/open/out-link.txt").body()).isEqualTo("a secret");
        assertThat(server.get("/linked/in.txt").body()).isEqualTo("inside");
    }

    private void link(String name, String target) throws IOException {
        Files.createDirectories(base.resolve(name).getParent());
        Files.createSymbolicLink(base.resolve(name), Path.of(target));
    }

    private void deploy() {
        new War()
                .servlet(SecretServlet.class, "/secret")
                .file("files/listed.txt", "x")
                .deploy(base, "app.war");
    }

    private static HttpResponse<String> send(Server server, String method, String path) {
        return server.send(server.request(path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build());
    }
}

package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.eclipse.jetty.server.Server;
import org.glassfish.jersey.jetty.JettyHttpContainerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The container of Jersey 3.1 on the core server. */
class JerseyTest {
    private Server server;
    private Http http;

    @Path("/greeting")
    public static class Greeting {
        @GET
        @Path("{name}")
        public String greet(@PathParam("name") String name) {
            return "Hello, " + name;
        }

        @POST
        public Response create(String content) {
            return Response.status(201).entity("created " + content).build();
        }
    }

    @BeforeEach
    void start() {
        server = JettyHttpContainerFactory.createServer(
                URI.create("http://127.0.0.1:0/"), new ResourceConfig(Greeting.class));
        http = new Http(server.getURI().getPort());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void resourcesAnswer() throws Exception {
        assertThat(http.get("/greeting/Anna").body()).isEqualTo("Hello, Anna");
        assertThat(http.get("/nothing").statusCode()).isEqualTo(404);
        var created =
                http.send(HttpRequest.newBuilder(http.uri("http", "/greeting")).POST(BodyPublishers.ofString("it")));
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.body()).isEqualTo("created it");
    }
}

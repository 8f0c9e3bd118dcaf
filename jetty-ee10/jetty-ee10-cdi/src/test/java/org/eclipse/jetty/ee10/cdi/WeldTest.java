package org.eclipse.jetty.ee10.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServlet;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.webapp.WarFiles;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebAppServer;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that brings Weld. */
class WeldTest extends WebAppServer {
    private WarFiles files(String webXml) throws IOException {
        WarFiles files = new WarFiles()
                .classes(Greeting.class, Visitor.class, Held.class, Noting.class, Greeter.class)
                .classes(Talker.class, ConfiguredTalker.class, ConfiguredTalker.AnyOrigin.class)
                .file(
                        "WEB-INF/beans.xml",
                        "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" bean-discovery-mode=\"all\" version=\"3.0\"/>");
        return webXml == null ? files : files.webXml(webXml);
    }

    /** The server's classes without Weld, which this test alone has on its class path. */
    private static final class WithoutWeld extends ClassLoader {
        private static final List<String> OF_WELD = List.of(
                "org.jboss.", "jakarta.enterprise.", "jakarta.inject.", "jakarta.interceptor.", "jakarta.decorator.");

        WithoutWeld(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (OF_WELD.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }

        @Override
        public URL getResource(String name) {
            URL url = super.getResource(name);
            return url == null || url.toString().contains("weld-servlet") ? null : url;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            List<URL> urls = new ArrayList<>(Collections.list(super.getResources(name)));
            urls.removeIf(url -> url.toString().contains("weld-servlet"));
            return Collections.enumeration(urls);
        }
    }

    /** The application with Weld in WEB-INF/lib. */
    private WebAppContext deployWithWeld(String webXml) throws Exception {
        Path directory = files(webXml).directory(temp.resolve("app"));
        Path lib = Files.createDirectories(directory.resolve("WEB-INF/lib"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            if (jar.getFileName().toString().startsWith("weld-servlet-shaded")) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        WebAppContext context = deploy(directory, "/app");
        context.setClassLoader(new WithoutWeld(getClass().getClassLoader()));
        return context;
    }

    private static String mode(String mode) {
        return "<context-param><param-name>org.eclipse.jetty.cdi</param-name><param-value>" + mode
                + "</param-value></context-param>";
    }

    @ParameterizedTest
    @ValueSource(strings = {CdiSpiDecorator.MODE, CdiDecoratingListener.MODE})
    void servletsAndFiltersAreInjectedInBothModes(String mode) throws Exception {
        System.clearProperty("weld.test.held");
        WebAppContext context = deployWithWeld(mode(mode));
        server.start();
        assertThat(context.getUnavailableException()).isNull();
        assertThat(body(get("/app/greet?who=anna"))).isEqualTo("hello anna 1 true true");
        assertThat(body(get("/app/greet?who=bert"))).isEqualTo("hello bert 2 true true");
        assertThat(context.getServletContext().getAttribute("org.eclipse.jetty.cdi"))
                .isEqualTo(mode);
        context.stop();
        // Weld's own decorator does not dispose of what it injected
        if (mode.equals(CdiSpiDecorator.MODE)) {
            assertThat(System.getProperty("weld.test.held")).isEqualTo("destroyed");
        }
        context.start();
        assertThat(body(get("/app/greet?who=anna"))).isEqualTo("hello anna 1 true true");
    }

    /** A client of WebSocket that notes what comes. */
    private static final class Client implements WebSocket.Listener {
        private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

        WebSocket connect(int port, String path) {
            return HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create("ws://localhost:" + port + path), this)
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            received.add(text.toString());
            socket.request(1);
            return null;
        }

        String next() throws InterruptedException {
            return received.poll(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CdiSpiDecorator.MODE, CdiDecoratingListener.MODE})
    void endpointsAreInjectedInBothModes(String mode) throws Exception {
        WebAppContext context = deployWithWeld(mode(mode));
        ServerConnector network = new ServerConnector(server);
        server.addConnector(network);
        server.start();
        assertThat(context.getUnavailableException()).isNull();
        int count = 0;
        for (String path : List.of("/app/talk", "/app/configured")) {
            System.clearProperty("weld.test.held");
            Client client = new Client();
            WebSocket socket = client.connect(network.getLocalPort(), path);
            assertThat(client.next()).isEqualTo("open true true");
            socket.sendText("anna", true).join();
            assertThat(client.next()).isEqualTo("hello anna " + ++count);
            // the bean of the application is that of the servlets, too
            assertThat(body(get("/app/greet?who=bert"))).isEqualTo("hello bert " + ++count + " true true");
            System.clearProperty("weld.test.held");
            socket.sendClose(1000, "").join();
            // Weld's own decorator does not dispose of what it injected
            if (mode.equals(CdiSpiDecorator.MODE)) {
                await().atMost(60, TimeUnit.SECONDS).until(() -> System.getProperty("weld.test.held") != null);
            }
        }
    }

    @Test
    void serverSaysTheMode() throws Exception {
        server.setAttribute(CdiServletContainerInitializer.CDI_INTEGRATION_ATTRIBUTE, CdiDecoratingListener.MODE);
        WebAppContext context = deployWithWeld(null);
        server.start();
        assertThat(body(get("/app/greet?who=anna"))).isEqualTo("hello anna 1 true true");
        assertThat(context.getServletContext().getAttribute("org.eclipse.jetty.cdi"))
                .isEqualTo(CdiDecoratingListener.MODE);
    }

    @Test
    void unknownModeIsRefused() throws Exception {
        deployWithWeld(mode("CdiMagic"));
        server.start();
        assertThat(status(get("/app/greet"))).isEqualTo(503);
        assertThat(warnings()).anySatisfy(w -> assertThat(w).contains("CdiMagic", "CdiSpiDecorator"));
    }

    @Test
    void leftAloneAreNamesAndPackages() throws Exception {
        WebAppContext context = deployWithWeld(null);
        server.start();
        CdiSpiDecorator decorator = new CdiSpiDecorator(context);
        assertThat(decorator.isDecoratable(Greeter.class)).isTrue();
        decorator.addUndecoratable(HttpServlet.class.getName());
        assertThat(decorator.isDecoratable(Greeter.class)).isFalse();
    }
}

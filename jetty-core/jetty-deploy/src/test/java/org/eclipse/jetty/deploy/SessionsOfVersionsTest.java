package org.eclipse.jetty.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.FileSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of several versions of one application. */
class SessionsOfVersionsTest {
    @TempDir
    Path dir;

    private DeployFixture deploy;

    /** Answers with its text; {@code ?login} begins a session, and {@code ?logout} ends it. */
    public static final class Login extends ContextHandler {
        private String text;

        public Login() {
            setAllowNullPathInContext(true);
            SessionHandler sessions = new SessionHandler();
            setHandler(sessions);
            sessions.setHandler(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    Session session = request.getSession(
                            "login".equals(request.getHttpURI().getQuery()));
                    if (session != null && "logout".equals(request.getHttpURI().getQuery())) {
                        session.invalidate();
                    }
                    response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
                    return true;
                }
            });
        }

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }
    }

    @BeforeEach
    void create() {
        deploy = new DeployFixture(dir);
        deploy.scanner.setRetireInterval(0);
    }

    @AfterEach
    void close() throws Exception {
        deploy.close();
    }

    private void write(String version, String text) {
        deploy.writeXml(
                "webapps/shop##" + version + ".xml",
                "<Configure class=\"org.eclipse.jetty.deploy.SessionsOfVersionsTest$Login\">\n<Set name=\"text\">"
                        + text + "</Set>\n</Configure>\n");
    }

    private String ask(String query, String cookie) throws Exception {
        return deploy.connector.getResponse(
                "GET /shop" + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + (cookie.isEmpty() ? "" : "Cookie: " + cookie + "\r\n") + "\r\n");
    }

    private static String cookie(String response) {
        int begin = response.indexOf("Set-Cookie: ") + 12;
        return response.substring(begin, response.indexOf(';', begin));
    }

    private boolean isServing(String name) {
        return deploy.scanner.getApplications().stream()
                .anyMatch(application -> application.name().equals(name) && application.available());
    }

    @Test
    void clientsStayWithTheVersionThatHasTheirSessionUntilItEnds() throws Exception {
        write("1", "one");
        deploy.start();
        String alice = cookie(ask("?login", ""));
        write("2", "two");
        deploy.scan();
        String bob = cookie(ask("?login", ""));
        assertThat(ask("", alice)).endsWith("one");
        assertThat(ask("", bob)).endsWith("two");
        assertThat(ask("", "")).endsWith("two");
        assertThat(ask("", "JSESSIONID=unknown")).endsWith("two");

        deploy.scanner.setRetireInterval(1);
        deploy.scanner.pathsChanged(java.util.Map.of());
        deploy.scanner.scan();
        assertThat(isServing("shop##1")).isTrue();
        assertThat(ask("?logout", alice)).endsWith("one");
        await().until(() -> !isServing("shop##1"));
        assertThat(ask("", alice)).endsWith("two");
        assertThat(isServing("shop##2")).isTrue();
    }

    private static List<String> files(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.map(file -> file.getFileName().toString())
                    // one that is being written
                    .filter(name -> !name.endsWith(".tmp"))
                    .toList();
        }
    }

    @Test
    void sessionsInAStoreBelongToTheirVersion() throws Exception {
        Path store = Files.createDirectories(dir.resolve("store"));
        FileSessionDataStoreFactory factory = new FileSessionDataStoreFactory();
        factory.setStoreDir(store.toFile());
        deploy.server.addBean(factory);
        write("1", "one");
        write("2", "two");
        deploy.scanner.setRetireInterval(1);
        deploy.start();
        String bob = cookie(ask("?login", ""));
        assertThat(ask("", bob)).endsWith("two");
        // a session is saved after the response
        await().untilAsserted(() -> assertThat(files(store)).hasSize(1).allMatch(name -> name.contains("_shop##2_")));
        // others may have sessions of it: only an operator can say that it is not needed
        deploy.scanner.scan();
        assertThat(isServing("shop##1")).isTrue();
    }
}

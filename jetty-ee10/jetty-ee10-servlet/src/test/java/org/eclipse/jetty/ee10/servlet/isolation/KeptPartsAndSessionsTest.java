package org.eclipse.jetty.ee10.servlet.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.isolation.Occasion;
import org.eclipse.jetty.server.isolation.SecretClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts and sessions that are kept beyond the end of their request. */
class KeptPartsAndSessionsTest extends OverTransports {
    @TempDir
    Path temp;

    private interface Read {
        Object read(Part part) throws Exception;
    }

    private static String read(Part part, Read read) throws Exception {
        try {
            return String.valueOf(read.read(part));
        } catch (IllegalStateException | IOException | UncheckedIOException refusal) {
            return null;
        }
    }

    private static final Map<String, Read> READS = Map.of(
            "name", Part::getName,
            "file name", Part::getSubmittedFileName,
            "size", Part::getSize,
            "content type", Part::getContentType,
            "header", part -> part.getHeader("Content-Disposition"),
            "content", part -> new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8));

    private static String multipart(String path, String secret) {
        String body = "--xx\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\n" + secret
                + "\r\n--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + secret
                + "\"\r\nContent-Type: text/plain\r\n\r\n" + secret + "\r\n--xx--\r\n";
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=xx\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private void multipart(ServletHolder holder, IsolationServer server, int threshold) {
        server.context.setTempDirectory(temp.toFile());
        holder.getRegistration().setMultipartConfig(new MultipartConfigElement("", -1, -1, threshold));
    }

    /** In memory, and as files. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000})
    void keptPartIsOfItsOwnRequest(int threshold) throws Exception {
        List<Part> kept = new ArrayList<>();
        List<Map<String, String>> own = new ArrayList<>();
        IsolationServer server = new IsolationServer(transport);
        ServletHolder holder = server.servlet("/parts", (request, response) -> {
            for (Part part : request.getParts()) {
                Map<String, String> values = new java.util.HashMap<>();
                for (Map.Entry<String, Read> read : READS.entrySet()) {
                    values.put(read.getKey(), read(part, read.getValue()));
                }
                synchronized (kept) {
                    kept.add(part);
                    own.add(values);
                }
            }
        });
        multipart(holder, server, threshold);
        server.start();
        try (Transport.Client same = server.local.connector.connect();
                Transport.Client other = server.local.connector.connect()) {
            for (int i = 0; i < 4; i++) {
                Transport.Client client = i % 2 == 0 ? same : other;
                client.addInputAndExecute(multipart("/ctx/parts", "secret" + i));
                assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ");
                for (int j = 0; j < kept.size(); j++) {
                    for (Map.Entry<String, Read> read : READS.entrySet()) {
                        assertThat(read(kept.get(j), read.getValue()))
                                .as("%s of part %d after request %d", read.getKey(), j, i)
                                .isIn(null, own.get(j).get(read.getKey()));
                    }
                }
            }
        } finally {
            server.close();
        }
    }

    /** What a late deletion or writing of a part does, it does to its own file. */
    @Test
    void keptPartThatIsDeletedTakesNoOtherAlong() throws Exception {
        List<Part> kept = new ArrayList<>();
        IsolationServer server = new IsolationServer(transport);
        ServletHolder holder = server.servlet("/parts", (request, response) -> {
            Part part = request.getPart("file");
            kept.forEach(late -> {
                try {
                    late.delete();
                    late.write("late");
                } catch (IllegalStateException | IOException refusal) {
                    // it is gone
                }
            });
            response.getOutputStream().write(part.getInputStream().readAllBytes());
            kept.add(part);
        });
        multipart(holder, server, 0);
        server.start();
        try (Transport.Client client = server.local.connector.connect()) {
            for (int i = 0; i < 3; i++) {
                client.addInputAndExecute(multipart("/ctx/parts", "secret" + i));
                assertThat(client.getResponse()).endsWith("\r\n\r\nsecret" + i);
            }
        } finally {
            server.close();
        }
    }

    /** The file of a part cannot be deleted at the end of its request, which ends all the same. */
    @Test
    void partThatCannotBeClosedLeavesNoRequestUnended() throws Exception {
        IsolationServer server = new IsolationServer(transport);
        ServletHolder holder = server.servlet("/parts", (request, response) -> {
            request.getPart("file");
            List<Path> files;
            try (Stream<Path> all = Files.walk(temp)) {
                files = all.filter(Files::isRegularFile).toList();
            }
            assertThat(files).isNotEmpty();
            for (Path file : files) {
                // no directory is deleted before what is in it
                Files.delete(file);
                Files.createDirectories(file.resolve("undeletable"));
            }
            response.getOutputStream().print("parts");
        });
        multipart(holder, server, 0);
        server.start();
        try {
            SecretClient first = server.connect();
            List<SecretClient> others = server.others(Occasion.Next.OTHER_CONNECTIONS, first);
            try (Transport.Client client = server.local.connector.connect()) {
                client.addInputAndExecute(multipart("/ctx/parts", "secret"));
                assertThat(client.getResponse()).isNotNull();
            }
            server.assertServes(others);
        } catch (Throwable failure) {
            server.stopAfterFailure();
            throw failure;
        }
        server.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Occasion.class,
            names = {"DURING_THE_NEXT", "DURING_OTHERS"})
    void keptSessionIsOfItsOwnClient(Occasion occasion) throws Exception {
        AtomicReference<HttpSession> kept = new AtomicReference<>();
        IsolationServer server = new IsolationServer(transport);
        server.servlet("/session", (request, response) -> {
            HttpSession session = request.getSession(true);
            session.setAttribute("secret", request.getHeader("Authorization"));
            kept.set(session);
            response.getOutputStream().print(session.getId());
        });
        server.start();
        try {
            SecretClient first = server.connect();
            first.send("/ctx/session");
            String id = first.response().replaceAll("(?s).*\r\n\r\n", "");
            List<SecretClient> others = server.others(occasion.next(), first);
            List<WaitingRequest> begun = server.begin(others, false);
            HttpSession session = kept.get();
            assertThat(session.getId()).isEqualTo(id);
            assertThat(session.getAttribute("secret")).isEqualTo(first.secret());
            session.setAttribute("late", "late");
            session.setMaxInactiveInterval(1000);
            session.invalidate();
            server.finish(others, begun, false);
        } catch (Throwable failure) {
            server.stopAfterFailure();
            throw failure;
        }
        server.close();
    }
}

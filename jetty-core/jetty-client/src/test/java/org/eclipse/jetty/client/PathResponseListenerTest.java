package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.eclipse.jetty.client.PathResponseListener.PathResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathResponseListenerTest extends AbstractClientTest {
    @TempDir
    Path folder;

    @Test
    void contentIsWrittenToTheFile() throws Exception {
        String content = "0123456789".repeat(100_000);
        try (RawServer server =
                RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: " + content.length() + "\r\n\r\n" + content)) {
            Path file = folder.resolve("file");

            PathResponse written = PathResponseListener.write(client.newRequest(server.getUri()), file, false)
                    .get(30, SECONDS);

            assertThat(written.response().getStatus()).isEqualTo(200);
            assertThat(written.path()).isEqualTo(file).hasContent(content);
            assertThat(PathResponseListener.write(client.newRequest(server.getUri()), file, false))
                    .completesExceptionallyWithin(java.time.Duration.ofSeconds(30))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(FileAlreadyExistsException.class);
            Files.writeString(file, content + "more");
            PathResponseListener.write(client.newRequest(server.getUri()), file, true)
                    .get(30, SECONDS);
            assertThat(file).hasContent(content);
        }
    }

    @Test
    void errorIsNoFile() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\noops")) {
            Path file = folder.resolve("file");

            assertThatThrownBy(() -> PathResponseListener.write(client.newRequest(server.getUri()), file, false)
                            .get(30, SECONDS))
                    .hasCauseInstanceOf(HttpResponseException.class)
                    .hasMessageContaining("Status 404");
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void fileThatIsNotCompleteIsDeleted() throws Exception {
        byte[] cut = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123".getBytes(StandardCharsets.US_ASCII);
        try (RawServer server = RawServer.closingAfter(cut, cut.length)) {
            Path file = folder.resolve("file");

            assertThatThrownBy(() -> PathResponseListener.write(client.newRequest(server.getUri()), file, false)
                            .get(30, SECONDS))
                    .isInstanceOf(java.util.concurrent.ExecutionException.class);
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void cancellingAbortsTheRequest() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123");
            socket.getInputStream().read();
        })) {
            Path file = folder.resolve("file");
            CompletableFuture<PathResponse> future =
                    PathResponseListener.write(client.newRequest(server.getUri()), file, false);
            Awaitility.await().until(() -> Files.exists(file) && Files.size(file) == 3);

            future.cancel(true);

            Awaitility.await().until(() -> !Files.exists(file));
        }
    }
}

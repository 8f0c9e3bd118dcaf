package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RequestLogWriterTest {
    @TempDir
    private Path directory;

    @Test
    void filesAreReplacedByTheirSizeAndSoManyKept() throws Exception {
        RequestLogWriter writer =
                new RequestLogWriter(directory.resolve("access.log").toString());
        writer.setMaxFileSize(5);
        writer.setRetainFiles(2);
        writer.start();
        for (String line : new String[] {"one", "two", "three", "four"}) {
            writer.write(line);
        }
        writer.stop();
        assertThat(directory.resolve("access.log")).hasContent("four");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void linesGoToTheLoggerOneByOne() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger("org.eclipse.jetty.server.RequestLog");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        try {
            RequestLogWriter writer = new RequestLogWriter();
            writer.setOutput("LOGGER");
            writer.start();
            byte[] lines =
                    ("one" + System.lineSeparator() + "two" + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
            writer.writeLines(lines, lines.length);
            writer.stop();
            assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage).toList())
                    .isEqualTo(List.of("one", "two"));
        } finally {
            logger.detachAppender(log);
            logger.setLevel(null);
        }
    }

    @Test
    void outputThatIsNoneIsRefused() {
        RequestLogWriter writer = new RequestLogWriter();
        assertThatThrownBy(() -> writer.setOutput("printer"))
                .hasMessage("printer (expected: file, stdout, stderr or logger)");
        assertThat(writer.getOutput()).isEqualTo("file");
        assertThatThrownBy(() -> writer.setMaxFileSize(-1)).hasMessageContaining("expected: bytes");
        assertThatThrownBy(() -> writer.setRetainFiles(-1)).hasMessageContaining("expected: a number of files");
    }

    @Test
    void logsOfACollectionStartAndStopWithTheServer() throws Exception {
        RequestLogWriter writer =
                new RequestLogWriter(directory.resolve("requests.log").toString());
        Server server = new Server();
        LocalConnector connector = new LocalConnector(server);
        server.addConnector(connector);
        // a response is on its way before its line is written, and a stop that waits for nothing would cut that
        CountDownLatch logged = new CountDownLatch(1);
        server.setRequestLog(new RequestLog.Collection(
                new CustomRequestLog(writer, "%s"), (request, response) -> logged.countDown()));
        server.start();
        assertThat(connector.getResponse("GET / HTTP/1.1\r\nHost: local\r\n\r\n"))
                .startsWith("HTTP/1.1 404");
        assertThat(logged.await(10, TimeUnit.SECONDS)).isTrue();
        server.stop();
        assertThat(writer.isStopped()).isTrue();
        assertThat(directory.resolve("requests.log")).hasContent("404");
    }
}

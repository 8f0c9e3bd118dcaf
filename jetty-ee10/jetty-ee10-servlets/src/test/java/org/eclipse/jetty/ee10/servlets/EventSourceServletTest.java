package org.eclipse.jetty.ee10.servlets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.http.HttpServletRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

class EventSourceServletTest extends FilterServer {
    private static final String ACCEPT = "Accept: text/html, text/event-stream;q=0.5";

    private final BlockingQueue<EventSource.Emitter> emitters = new LinkedBlockingQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    private interface Opening {
        void open(EventSource.Emitter emitter) throws IOException;
    }

    private void start(Opening opening, String... settings) throws Exception {
        ServletHolder holder = new ServletHolder(new EventSourceServlet() {
            @Override
            protected EventSource newEventSource(HttpServletRequest request) {
                if (request.getParameter("none") != null) {
                    return null;
                }
                return new EventSource() {
                    @Override
                    public void onOpen(Emitter emitter) throws IOException {
                        opening.open(emitter);
                        emitters.add(emitter);
                    }

                    @Override
                    public void onClose() {
                        closed.countDown();
                    }
                };
            }
        });
        holder.setAsyncSupported(true);
        for (int i = 0; i < settings.length; i += 2) {
            holder.setInitParameter(settings[i], settings[i + 1]);
        }
        context.addServlet(holder, "/*");
        start();
    }

    private static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void eventsAreWrittenInTheFormOfTheStandard() throws Exception {
        start(emitter -> {
            emitter.data("one");
            emitter.data("two\nlines\r\nand a third");
            emitter.event("named", "\u00fc");
            emitter.comment("unseen");
            emitter.close();
        });
        String response = ask("GET", "/", ACCEPT, "Connection: close");
        assertThat(response).startsWith("HTTP/1.1 200 ").containsIgnoringCase("Content-Type: text/event-stream");
        assertThat(response).contains("Cache-Control: no-cache\r\n");
        // the response is read as octets
        String umlaut = new String("\u00fc".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        assertThat(body(response))
                .contains("data: one\n\n")
                .contains("data: two\ndata: lines\ndata: and a third\n\n")
                .containsPattern("event: named\ndata: (" + umlaut + "|\u00c3\u00bc)\n\n")
                .contains(": unseen\n\n");
        assertThat(closed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void nameWithLineBreaksIsRefusedAndNothingIsSentAfterTheEnd() throws Exception {
        start(emitter -> {
            assertThatThrownBy(() -> emitter.event("a\ndata: b", "c")).isInstanceOf(IllegalArgumentException.class);
            emitter.close();
            assertThatThrownBy(() -> emitter.data("late")).isInstanceOf(IOException.class);
        });
        assertThat(body(ask("GET", "/", ACCEPT, "Connection: close"))).doesNotContain("data");
        assertThat(emitters.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void requestThatDoesNotAcceptEventsIsNotAStream() throws Exception {
        start(emitter -> {});
        assertThat(ask("GET", "/", "Accept: text/html")).startsWith("HTTP/1.1 405 ");
        assertThat(emitters).isEmpty();
    }

    @Test
    void requestWithoutEventSourceIsAnswered503() throws Exception {
        start(emitter -> {});
        assertThat(ask("GET", "/?none=true", ACCEPT)).startsWith("HTTP/1.1 503 ");
    }

    @Test
    void eventsOfAnyThreadReachTheClientAndItsGoingIsNoticedByAHeartbeat() throws Exception {
        ServerConnector network = new ServerConnector(server);
        network.setHost("127.0.0.1");
        server.addConnector(network);
        start(emitter -> emitter.data("open"), "heartBeatPeriod", "1");
        try (Socket socket = new Socket("127.0.0.1", network.getLocalPort())) {
            socket.setSoTimeout(DEADLINE_SECONDS * 1000);
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: l\r\n" + ACCEPT + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            EventSource.Emitter emitter = emitters.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(emitter).isNotNull();
            emitter.event("later", "x");
            boolean seen = false;
            boolean heartBeat = false;
            while (!seen || !heartBeat) {
                String line = reader.readLine();
                assertThat(line).isNotNull();
                if (line.equals("event: later")) {
                    seen = true;
                }
                if (line.equals(":")) {
                    heartBeat = true;
                }
            }
            assertThat(closed.getCount()).isEqualTo(1);
        }
        assertThat(closed.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void badPeriodIsNamed() {
        assertThatThrownBy(() -> {
                    ServletHolder holder = new ServletHolder(new EventSourceServlet() {
                        @Override
                        protected EventSource newEventSource(HttpServletRequest request) {
                            return null;
                        }
                    });
                    holder.setInitOrder(1);
                    holder.setInitParameter("heartBeatPeriod", "0");
                    context.addServlet(holder, "/*");
                    start();
                })
                .hasStackTraceContaining("heartBeatPeriod: 0 (expected: ");
    }
}

package org.eclipse.jetty.server.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.TestConnector;
import org.eclipse.jetty.server.Transport;

/**
 * A client with a secret: each part of its requests holds it, and {@link SecretAnswer} repeats each part in the response. So a
 * response that is exactly {@link #expected} holds nothing of another client. Confined to one thread.
 */
public final class SecretClient implements AutoCloseable {
    /** The seconds within which a response comes on any machine; fewer make a failing run short. */
    public static final int DEADLINE_SECONDS = Integer.getInteger("isolation.seconds", 30);

    private final Transport.Client client;
    private final String secret;
    private String path;

    /** Opens a connection. */
    public SecretClient(TestConnector connector, String secret) throws Exception {
        this(connector.connect(), secret);
    }

    private SecretClient(Transport.Client client, String secret) {
        this.client = client;
        this.secret = secret;
    }

    /** Another secret, whose requests go over the same connection, as those of a proxy's next client do. */
    public SecretClient onSameConnection(String anotherSecret) {
        return new SecretClient(client, anotherSecret);
    }

    public String secret() {
        return secret;
    }

    /** Sends the head of a request and half of its content. */
    public void begin(String newPath) throws Exception {
        path = newPath;
        client.addInputAndExecute(head("Content-Length: " + content().length()) + half());
    }

    /** Sends the other half of the content. */
    public void finish() throws Exception {
        client.addInputAndExecute(half());
    }

    /** Sends a whole request, whose content has a trailer field. */
    public void send(String newPath) throws Exception {
        path = newPath;
        String content = content();
        client.addInputAndExecute(head("Transfer-Encoding: chunked") + Integer.toHexString(content.length()) + "\r\n"
                + content + "\r\n0\r\nTrailing: " + secret + "\r\n\r\n");
    }

    private String head(String framing) {
        return "POST " + target() + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + secret + "\r\nCookie: secret="
                + secret + "\r\nContent-Type: text/plain\r\n" + framing + "\r\n\r\n";
    }

    private String target() {
        return path + "?secret=" + secret;
    }

    private String half() {
        return secret + ",";
    }

    private String content() {
        return half() + half();
    }

    /** Ends the connection. */
    @Override
    public void close() throws Exception {
        client.close();
    }

    /** The next response; null if none comes. */
    public String response() throws Exception {
        return client.getResponse(false, DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /** The response if it comes at once; null if not. */
    public String responseAtOnce() throws Exception {
        return client.getResponse(false, 5, TimeUnit.MILLISECONDS);
    }

    /** Reads the next response, which must be that to the last request, whole, and nothing else. */
    public void assertAnswered() throws Exception {
        assertIsAnswer(response());
    }

    /** The same for a response that was read. */
    public void assertIsAnswer(String response) {
        assertThat(response)
                .as("response to the client with the secret %s", secret)
                .isNotNull();
        assertThat(normal(response))
                .as("response to the client with the secret %s", secret)
                .isEqualTo(normal(expected()));
    }

    private String expected() {
        String content = SecretAnswer.first("POST", target(), secret) + content();
        return "HTTP/1.1 200 OK\r\n" + SecretAnswer.FIELD + ": " + secret + "\r\nSet-Cookie: secret=" + secret
                + "\r\nContent-Length: " + content.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + content;
    }

    /** A response whose fields are sorted, with names in lower case. */
    private static String normal(String response) {
        int end = response.indexOf("\r\n\r\n");
        if (end < 0) {
            return response;
        }
        List<String> lines = Arrays.asList(response.substring(0, end).split("\r\n"));
        return lines.get(0) + "\n"
                + String.join(
                        "\n",
                        lines.subList(1, lines.size()).stream()
                                .map(SecretClient::normalField)
                                .sorted()
                                .toList())
                + response.substring(end);
    }

    private static String normalField(String line) {
        int colon = line.indexOf(':');
        return colon < 0 ? line : line.substring(0, colon).toLowerCase(Locale.ENGLISH) + line.substring(colon);
    }
}

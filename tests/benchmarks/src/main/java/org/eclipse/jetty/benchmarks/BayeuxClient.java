package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A client of the Bayeux protocol over long polling: one connection that is always asking for messages, and another one to
 * publish. Confined to one thread.
 */
final class BayeuxClient {
    private static final Pattern CLIENT_ID = Pattern.compile("\"clientId\":\"([^\"]+)\"");

    private final String clientId;
    private final JsonConnection poll;
    private final JsonConnection publish;

    /** Opens a session that subscribes to these channels. */
    BayeuxClient(int port, String path, List<String> channels) throws IOException {
        poll = new JsonConnection(port, path, this);
        String answer = poll.ask(
                "[{\"channel\":\"/meta/handshake\",\"version\":\"1.0\",\"supportedConnectionTypes\":[\"long-polling\"]}]");
        Matcher matcher = CLIENT_ID.matcher(answer);
        if (!matcher.find()) {
            throw new IOException("no handshake: " + answer);
        }
        clientId = matcher.group(1);
        String subscriptions = channels.stream().map(c -> '"' + c + '"').collect(Collectors.joining(",", "[", "]"));
        succeed(poll.ask(message("/meta/subscribe", ",\"subscription\":" + subscriptions)));
        // the first one is answered at once
        succeed(poll.ask(message("/meta/connect", ",\"connectionType\":\"long-polling\",\"advice\":{\"timeout\":0}")));
        publish = new JsonConnection(port, path, this);
        publish.setCookie(poll.getCookie());
    }

    private static void succeed(String answer) throws IOException {
        if (!answer.contains("\"successful\":true")) {
            throw new IOException(answer);
        }
    }

    private String message(String channel, String more) {
        return "[{\"channel\":\"" + channel + "\",\"clientId\":\"" + clientId + "\"" + more + "}]";
    }

    void begin(Selector selector) throws IOException {
        poll.register(selector);
        publish.register(selector);
        poll();
    }

    private void poll() throws IOException {
        poll.post(message("/meta/connect", ",\"connectionType\":\"long-polling\""));
    }

    /** @param data JSON */
    void publish(String channel, String data) throws IOException {
        publish.post(message(channel, ",\"data\":" + data));
    }

    /** A response of one of its connections was read: asks for more. */
    void answered(JsonConnection connection) throws IOException {
        if (connection == poll) {
            poll();
        }
    }

    void close() throws IOException {
        poll.close();
        publish.close();
    }
}

package org.eclipse.jetty.websocket.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of permessage-deflate (RFC 7692, section 7.1).
 *
 * @param serverTakeover whether the server may compress by what it sent before
 * @param clientTakeover whether the client may
 * @param serverBits the size of the server's window, as the exponent of 2
 * @param clientBits the size of the client's window
 */
record DeflateParameters(boolean serverTakeover, boolean clientTakeover, int serverBits, int clientBits) {
    private static final String SERVER_NO_TAKEOVER = "server_no_context_takeover";
    private static final String CLIENT_NO_TAKEOVER = "client_no_context_takeover";
    private static final String SERVER_BITS = "server_max_window_bits";
    private static final String CLIENT_BITS = "client_max_window_bits";
    private static final int MIN_BITS = 8;
    static final int MAX_BITS = 15;

    /**
     * Reads an offer or an answer, and changes it to the answer: what was offered is accepted as it is; a client's window that
     * the client leaves to the server is left to the client.
     *
     * @throws IllegalArgumentException if a parameter is not known, or its value not allowed
     */
    static DeflateParameters of(ExtensionConfig config) {
        boolean serverTakeover = true;
        boolean clientTakeover = true;
        int serverBits = MAX_BITS;
        int clientBits = MAX_BITS;
        for (Map.Entry<String, String> entry : config.getParameters().entrySet()) {
            String value = entry.getValue();
            if (ExtensionConfig.isInternal(entry.getKey())) {
                // for this side only, and for extensions that wrap this one
                continue;
            }
            switch (entry.getKey()) {
                case SERVER_NO_TAKEOVER -> {
                    none(entry);
                    serverTakeover = false;
                }
                case CLIENT_NO_TAKEOVER -> {
                    none(entry);
                    clientTakeover = false;
                }
                case SERVER_BITS -> serverBits = bits(entry);
                case CLIENT_BITS -> clientBits = value == null ? MAX_BITS : bits(entry);
                default -> throw new IllegalArgumentException("unknown parameter " + entry.getKey());
            }
        }
        if (config.getParameters().containsKey(CLIENT_BITS) && config.getParameter(CLIENT_BITS, null) == null) {
            config.getParameters().remove(CLIENT_BITS);
        }
        return new DeflateParameters(serverTakeover, clientTakeover, serverBits, clientBits);
    }

    /**
     * Returns why an answer is none to an offer (sections 7.1.1 and 7.1.2); null if it is one.
     *
     * <p>A server may say that it, or the client, keeps no context, and narrow its own window, without being asked.
     *
     * @param answer with parameters that {@link #of} accepts
     */
    static @Nullable String mismatch(ExtensionConfig offer, ExtensionConfig answer) {
        if (offer.getParameters().containsKey(SERVER_NO_TAKEOVER)
                && !answer.getParameters().containsKey(SERVER_NO_TAKEOVER)) {
            return "without the " + SERVER_NO_TAKEOVER + " of the offer";
        }
        String serverBits = offer.getParameter(SERVER_BITS, null);
        if (serverBits != null && Integer.parseInt(serverBits) < value(answer, SERVER_BITS)) {
            return SERVER_BITS + " (expected: " + serverBits + " or less)";
        }
        if (!answer.getParameters().containsKey(CLIENT_BITS)) {
            return null;
        }
        if (!offer.getParameters().containsKey(CLIENT_BITS)) {
            return CLIENT_BITS + " was not offered";
        }
        if (answer.getParameter(CLIENT_BITS, null) == null) {
            return CLIENT_BITS + " without a value";
        }
        return value(offer, CLIENT_BITS) < value(answer, CLIENT_BITS)
                ? CLIENT_BITS + " (expected: " + offer.getParameter(CLIENT_BITS, null) + " or less)"
                : null;
    }

    private static int value(ExtensionConfig config, String name) {
        String value = config.getParameter(name, null);
        return value == null ? MAX_BITS : Integer.parseInt(value);
    }

    private static void none(Map.Entry<String, String> parameter) {
        if (parameter.getValue() != null) {
            throw new IllegalArgumentException(parameter + " (expected: no value)");
        }
    }

    private static int bits(Map.Entry<String, String> parameter) {
        String value = parameter.getValue();
        // no leading zeros (section 7.1.2)
        if (value == null || !value.matches("[89]|1[0-5]")) {
            throw new IllegalArgumentException(parameter + " (expected: " + MIN_BITS + "-" + MAX_BITS + ")");
        }
        return Integer.parseInt(value);
    }
}

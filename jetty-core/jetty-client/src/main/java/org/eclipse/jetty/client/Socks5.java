package org.eclipse.jetty.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.internal.Socks5Login;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;

/** The numbers of SOCKS, version 5 (RFC 1928), and how a client proves who it is. */
public class Socks5 {
    public static final byte VERSION = 5;
    public static final byte COMMAND_CONNECT = 1;
    public static final byte RESERVED = 0;
    public static final byte ADDRESS_TYPE_IPV4 = 1;
    public static final byte ADDRESS_TYPE_DOMAIN = 3;
    public static final byte ADDRESS_TYPE_IPV6 = 4;

    private Socks5() {}

    /** The negotiation of one connection, by the method that the proxy has chosen. */
    public interface Authentication {
        /**
         * Negotiates; the callback is completed when the proxy has accepted, and failed if it has not.
         *
         * <p>Whatever the proxy sends is to be read, and nothing beyond it. The connection is closed if it takes longer than the connect
         * timeout of the client.
         */
        void authenticate(EndPoint endPoint, Callback callback);

        /** A method of authentication. Thread-safe. */
        interface Factory {
            /** Returns the number of the method, by which it is offered to the proxy (RFC 1928, section 3). */
            byte getMethod();

            /** Creates the negotiation of a connection. */
            Authentication newAuthentication();
        }
    }

    /** No authentication. Immutable. */
    public static class NoAuthenticationFactory implements Authentication.Factory {
        public static final byte METHOD = 0;

        @Override
        public byte getMethod() {
            return METHOD;
        }

        @Override
        public Authentication newAuthentication() {
            return (endPoint, callback) -> callback.succeeded();
        }
    }

    /** A user name and a password (RFC 1929), which the proxy gets in clear text, unless TLS is spoken to it. Immutable. */
    public static class UsernamePasswordAuthenticationFactory implements Authentication.Factory {
        public static final byte METHOD = 2;
        public static final byte VERSION = 1;

        private final byte[] request;

        /** As {@link #UsernamePasswordAuthenticationFactory(String, String, Charset)}, in UTF-8. */
        public UsernamePasswordAuthenticationFactory(String userName, String password) {
            this(userName, password, StandardCharsets.UTF_8);
        }

        /** @throws IllegalArgumentException if either has no octets, or more than 255 */
        public UsernamePasswordAuthenticationFactory(String userName, String password, Charset charset) {
            byte[] user = check("user", userName.getBytes(charset));
            byte[] secret = check("password", password.getBytes(charset));
            request = ByteBuffer.allocate(3 + user.length + secret.length)
                    .put(VERSION)
                    .put((byte) user.length)
                    .put(user)
                    .put((byte) secret.length)
                    .put(secret)
                    .array();
        }

        private static byte[] check(String name, byte[] bytes) {
            if (bytes.length < 1 || bytes.length > 255) {
                throw new IllegalArgumentException(name + ": " + bytes.length + " octets (expected: 1 to 255)");
            }
            return bytes;
        }

        @Override
        public byte getMethod() {
            return METHOD;
        }

        @Override
        public Authentication newAuthentication() {
            return (endPoint, callback) -> new Socks5Login(
                            endPoint, UsernamePasswordAuthenticationFactory::check, callback)
                    .send(ByteBuffer.wrap(request));
        }

        private static void check(byte version, byte status) throws IOException {
            if (version != VERSION) {
                throw new IOException("Version of SOCKS5 credentials: " + (version & 0xff) + " (expected: 1)");
            }
            if (status != 0) {
                throw new IOException("SOCKS5 credentials refused: status " + (status & 0xff) + " (expected: 0)");
            }
        }
    }
}

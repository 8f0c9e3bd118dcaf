package org.eclipse.jetty.server;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** HTTP/1.1 in memory. */
final class LocalTransport extends Transport {
    LocalTransport() {
        super("HTTP/1.1 in memory", true, false);
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    protected Connector newConnector(Server server, HttpConfiguration configuration) {
        return new LocalConnector(server, new HttpConnectionFactory(configuration));
    }

    @Override
    protected Client connect(Connector connector) {
        return new LocalClient(((LocalConnector) connector).connect());
    }

    private static final class LocalClient implements Client {
        private final LocalConnector.LocalEndPoint endPoint;
        private boolean ended;

        private LocalClient(LocalConnector.LocalEndPoint endPoint) {
            this.endPoint = endPoint;
        }

        @Override
        public void addInputAndExecute(ByteBuffer bytes) {
            endPoint.addInputAndExecute(bytes);
        }

        @Override
        public void addInputEOF() {
            if (!ended) {
                ended = true;
                endPoint.addInputEOF();
            }
        }

        @Override
        public ByteBuffer waitForResponse(boolean head, long time, TimeUnit unit) throws Exception {
            return endPoint.waitForResponse(head, time, unit);
        }

        @Override
        public void close() {
            // the object is the server's end, too
            if (endPoint.isOpen()) {
                addInputEOF();
            }
        }
    }
}

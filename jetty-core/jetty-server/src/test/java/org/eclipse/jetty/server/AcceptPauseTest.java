package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptPauseTest {
    @Test
    void pausesGrowUpToASecond() {
        assertThat(AbstractConnector.pauseNanos(0)).isZero();
        assertThat(AbstractConnector.pauseNanos(1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10));
        assertThat(AbstractConnector.pauseNanos(3)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(40));
        assertThat(AbstractConnector.pauseNanos(8)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(AbstractConnector.pauseNanos(Integer.MAX_VALUE)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void connectorAcceptsAgainAfterFailuresAndStopsBetweenThem() throws Exception {
        Server server = new Server();
        CountDownLatch failures = new CountDownLatch(3);
        ServerConnector connector = new ServerConnector(server, 1, 1) {
            @Override
            public void accept(int acceptorId) throws IOException {
                if (failures.getCount() > 0) {
                    failures.countDown();
                    throw new IOException("wanted");
                }
                super.accept(acceptorId);
            }
        };
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
        try {
            assertThat(failures.await(30, TimeUnit.SECONDS)).isTrue();
            try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes());
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
        } finally {
            server.stop();
        }
    }
}

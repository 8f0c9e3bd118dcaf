package org.eclipse.jetty.io.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.io.ssl.TlsPair.CompletableWrite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes of an {@link SslConnection}, as the server and as the client. */
class SslHandshakeTest {
    private static TestKeys keys;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TestKeys.get();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void bothSidesReadWhatTheOtherWrites(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol).shake();
        assertThat(pair.connection.getHandshakeNanos()).isPositive();
        pair.assertNoBufferInUse();
        CompletableWrite write = pair.write("to the peer");
        pair.peer.send("from the peer");
        pair.exchange();
        assertThat(write.succeeded).isEqualTo(1);
        assertThat(pair.peer.getPlain()).isEqualTo("to the peer");
        assertThat(pair.application.read).hasToString("from the peer");
        pair.assertNoBufferInUse();
        pair.plain.close();
        pair.exchange();
        assertThat(pair.application.closed).isEqualTo(1);
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2,1", "true,TLSv1.3,1", "false,TLSv1.2,1", "false,TLSv1.3,1", "true,TLSv1.3,7"})
    void bytesThatComeInPiecesAreUnderstood(boolean server, String protocol, int piece) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol);
        CompletableWrite write = pair.write("to the peer");
        if (server) {
            pair.peer.begin();
        }
        pair.exchange(piece);
        assertThat(pair.handshakes).containsExactly((Throwable) null);
        assertThat(write.succeeded).isEqualTo(1);
        assertThat(pair.peer.getPlain()).isEqualTo("to the peer");
        pair.peer.send("from the peer");
        pair.exchange(piece);
        assertThat(pair.application.read).hasToString("from the peer");
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void recordMayBeCutAnywhere(String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, true, protocol).shake();
        int length = 1;
        StringBuilder sent = new StringBuilder();
        for (int cut = 0; cut < length; cut++) {
            pair.peer.send("abc");
            sent.append("abc");
            byte[] record = pair.peer.take();
            length = record.length;
            pair.network.receive(Arrays.copyOf(record, cut));
            pair.notifyAllWaiting();
            assertThat(sent.length() - pair.application.read.length()).isEqualTo(3);
            pair.network.receive(Arrays.copyOfRange(record, cut, length));
            pair.notifyAllWaiting();
            assertThat(pair.application.read).hasToString(sent.toString());
            pair.assertNoBufferInUse();
        }
        assertThat(length).isGreaterThan(20);
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.2,40000", "TLSv1.3,40000", "TLSv1.2,10", "TLSv1.3,10", "TLSv1.3,1"})
    void severalRecordsMayComeInOneRead(String protocol, int bufferSize) throws Exception {
        TlsPair pair = new TlsPair(keys, true, protocol).shake();
        pair.application.bufferSize = bufferSize;
        String large = "x".repeat(50_000);
        pair.peer.send("first ");
        pair.peer.send("second ");
        pair.peer.send(large);
        pair.network.receive(pair.peer.take());
        pair.notifyAllWaiting();
        assertThat(pair.application.read).hasToString("first second " + large);
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void garbageFailsTheHandshakeOnce(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol);
        CompletableWrite write = pair.write("never sent");
        pair.network.receive("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        pair.notifyAllWaiting();
        assertThat(pair.handshakes).hasSize(1).first().isInstanceOf(SSLException.class);
        assertThat(write.succeeded).isZero();
        assertThat(write.failures).hasSize(1).first().isInstanceOf(SSLException.class);
        assertThat(pair.application.failures).hasSize(1);
        assertThat(pair.application.closed).isEqualTo(1);
        assertThat(pair.network.isOpen()).isFalse();
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void endOfTheNetworkAfterEachFlightFailsTheHandshakeOnce(boolean server, String protocol) throws Exception {
        int failed = 0;
        for (int flights = 0; flights < 5; flights++) {
            TlsPair pair = new TlsPair(keys, server, protocol);
            CompletableWrite write = pair.write("");
            if (server) {
                pair.peer.begin();
            }
            for (int i = 0; i < flights; i++) {
                pair.peer.receive(pair.network.take());
                pair.network.receive(pair.peer.take());
                pair.notifyAllWaiting();
            }
            boolean done = !pair.handshakes.isEmpty();
            pair.network.receiveEnd();
            pair.notifyAllWaiting();
            if (done) {
                assertThat(pair.handshakes).containsExactly((Throwable) null);
                assertThat(write.succeeded).isEqualTo(1);
                assertThat(pair.application.ended).isTrue();
                pair.plain.close();
            } else {
                failed++;
                assertThat(pair.handshakes).hasSize(1).first().isInstanceOf(SSLHandshakeException.class);
                assertThat(write.failures).hasSize(1);
                assertThat(pair.application.failures).hasSize(1);
            }
            assertThat(pair.application.closed).isEqualTo(1);
            assertThat(pair.network.isOpen()).isFalse();
            pair.assertNoBufferInUse();
        }
        assertThat(failed).isBetween(1, 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void alertOfTheClientFailsTheHandshake(String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, true, protocol, false);
        pair.peer.begin();
        pair.exchange();
        assertThat(pair.peer.getFailure()).isNotNull();
        assertThat(pair.handshakes).hasSize(1).first().isInstanceOf(SSLException.class);
        assertThat(pair.application.failures).hasSize(1);
        assertThat(pair.network.isOpen()).isFalse();
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void versionThatIsNotEnabledIsAnsweredByAnAlert(String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, true, protocol);
        pair.peer.getEngine().setEnabledProtocols(new String[] {"TLSv1.2".equals(protocol) ? "TLSv1.3" : "TLSv1.2"});
        pair.peer.begin();
        pair.exchange();
        assertThat(pair.peer.getFailure()).hasMessageContaining("protocol_version");
        assertThat(pair.handshakes).hasSize(1).first().isInstanceOf(SSLHandshakeException.class);
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void listenerMayRefuseTheHandshakeThatSucceeded(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol);
        pair.refusal = new SSLException("not this one");
        CompletableWrite write = pair.write("never sent");
        if (server) {
            pair.peer.begin();
        }
        pair.exchange();
        assertThat(pair.handshakes).isEmpty();
        assertThat(write.failures).containsExactly(pair.refusal);
        assertThat(pair.application.failures).hasSize(1);
        assertThat(pair.peer.getPlain()).isEmpty();
        assertThat(pair.network.isOpen()).isFalse();
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectionThatIsClosedInTheHandshakeReportsItOnce(boolean server) throws Exception {
        TlsPair pair = new TlsPair(keys, server, "TLSv1.3");
        CompletableWrite write = pair.write("never sent");
        pair.network.close();
        pair.notifyAllWaiting();
        assertThat(pair.handshakes).hasSize(1).first().isNotNull();
        assertThat(write.failures).hasSize(1);
        assertThat(pair.application.failures).hasSize(1);
        assertThat(pair.application.closed).isEqualTo(1);
        pair.assertNoBufferInUse();
    }
}

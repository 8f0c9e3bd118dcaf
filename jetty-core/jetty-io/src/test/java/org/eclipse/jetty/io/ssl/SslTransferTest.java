package org.eclipse.jetty.io.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.io.ssl.TlsPair.CompletableWrite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows a handshake of an {@link SslConnection}: writes that wait for the network, records that a flush reads, and ends. */
class SslTransferTest {
    private static final String LARGE = "0123456789".repeat(10_000);

    private static TestKeys keys;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TestKeys.get();
    }

    @Test
    void readerGetsTheRecordThatAFlushHasReadWithTheEndOfTheHandshake() throws Exception {
        TlsPair pair = new TlsPair(keys, true, "TLSv1.3");
        pair.peer.begin();
        pair.network.receive(pair.peer.take());
        pair.notifyAllWaiting();
        pair.peer.receive(pair.network.take());
        pair.peer.send("request");
        // the selector has not come to these bytes yet when the application writes
        pair.network.receive(pair.peer.take());
        CompletableWrite write = pair.write("response");
        pair.runTasks();
        assertThat(write.succeeded).isEqualTo(1);
        assertThat(pair.application.read).hasToString("request");
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void writeWaitsUntilTheNetworkTakesIt(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol).shake();
        pair.network.setSpace(10);
        CompletableWrite write = pair.write(LARGE);
        pair.exchange();
        assertThat(write.succeeded).isZero();
        // what comes is read meanwhile
        pair.peer.send("from the peer");
        pair.exchange();
        assertThat(pair.application.read).hasToString("from the peer");
        for (int i = 0; i < 20 && write.succeeded == 0; i++) {
            pair.network.setSpace(9_999);
            pair.exchange();
        }
        assertThat(write.succeeded).isEqualTo(1);
        assertThat(write.failures).isEmpty();
        assertThat(pair.peer.getPlain()).isEqualTo(LARGE);
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void networkThatBreaksFailsTheWriteThatWaitsOnce(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol).shake();
        pair.network.setSpace(10);
        CompletableWrite write = pair.write(LARGE);
        pair.exchange();
        pair.network.breakOutput(new IOException("broken by the test"));
        pair.notifyAllWaiting();
        assertThat(write.succeeded).isZero();
        assertThat(write.failures).hasSize(1).first().isInstanceOf(IOException.class);
        pair.plain.close();
        pair.notifyAllWaiting();
        assertThat(pair.application.closed).isEqualTo(1);
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void closeMessageOfTheOtherSideIsTheEnd(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol).shake();
        pair.connection.setRequireCloseMessage(true);
        pair.peer.send("last words");
        pair.peer.close();
        pair.exchange();
        assertThat(pair.application.read).hasToString("last words");
        assertThat(pair.application.ended).isTrue();
        assertThat(pair.application.failures).isEmpty();
        pair.plain.close();
        pair.exchange();
        assertThat(pair.peer.isInputEnded()).isTrue();
        pair.assertNoBufferInUse();
    }

    @ParameterizedTest
    @CsvSource({"true,TLSv1.2", "true,TLSv1.3", "false,TLSv1.2", "false,TLSv1.3"})
    void shutdownOfTheOutputIsACloseMessageBehindWhatWasWritten(boolean server, String protocol) throws Exception {
        TlsPair pair = new TlsPair(keys, server, protocol).shake();
        pair.network.setSpace(10);
        CompletableWrite write = pair.write("last words");
        pair.plain.shutdownOutput();
        pair.network.setSpace(Integer.MAX_VALUE);
        pair.exchange();
        assertThat(write.succeeded).isEqualTo(1);
        assertThat(pair.peer.getPlain()).isEqualTo("last words");
        assertThat(pair.peer.isInputEnded()).isTrue();
        pair.plain.close();
        pair.exchange();
        pair.assertNoBufferInUse();
    }

    @Test
    void endWithoutACloseMessageIsAnEnd() throws Exception {
        TlsPair pair = new TlsPair(keys, true, "TLSv1.3").shake();
        pair.peer.send("cut");
        pair.network.receive(pair.peer.take());
        pair.network.receiveEnd();
        pair.notifyAllWaiting();
        assertThat(pair.application.read).hasToString("cut");
        assertThat(pair.application.ended).isTrue();
        assertThat(pair.application.failures).isEmpty();
        pair.plain.close();
        pair.exchange();
        pair.assertNoBufferInUse();
    }

    @Test
    void endWithoutACloseMessageIsAFailureWhereThatIsRequired() throws Exception {
        TlsPair pair = new TlsPair(keys, true, "TLSv1.3");
        pair.connection.setRequireCloseMessage(true);
        pair.shake();
        pair.peer.send("cut");
        pair.network.receive(pair.peer.take());
        pair.network.receiveEnd();
        pair.notifyAllWaiting();
        assertThat(pair.application.ended).isFalse();
        assertThat(pair.application.failures).hasSize(1).first().isInstanceOf(SSLException.class);
        pair.plain.close();
        pair.exchange();
        pair.assertNoBufferInUse();
    }

    @Test
    void changeOfKeysInTls13LosesNothing() throws Exception {
        TlsPair pair = new TlsPair(keys, true, "TLSv1.3").shake();
        pair.peer.send("before ");
        pair.peer.begin();
        pair.peer.send("after");
        pair.exchange();
        CompletableWrite write = pair.write("to the peer");
        pair.exchange();
        assertThat(write.succeeded).isEqualTo(1);
        assertThat(pair.application.read).hasToString("before after");
        assertThat(pair.peer.getPlain()).isEqualTo("to the peer");
        pair.assertNoBufferInUse();
    }
}

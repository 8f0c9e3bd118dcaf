package org.eclipse.jetty.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Sessions as bytes. */
class SessionDataTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(AttributeStreams.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void unlisten() {
        logger.detachAppender(log);
    }

    /** Fails to be read, as a class does that has changed. */
    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("changed");
        }
    }

    /** Leads to another object. */
    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1L;

        final Object to;

        Link(Object to) {
            this.to = to;
        }
    }

    private static SessionData data(Map<String, ?> attributes) {
        SessionData data = new SessionData("id", "", "host", 1, 2, 3, 4);
        attributes.forEach(data::setAttribute);
        return data;
    }

    private static byte[] written(SessionData data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        data.write(bytes);
        return bytes.toByteArray();
    }

    private static SessionData read(byte[] bytes) throws IOException {
        return SessionData.read(new ByteArrayInputStream(bytes));
    }

    private static NullSessionDataStore store() throws Exception {
        NullSessionDataStore store = new NullSessionDataStore();
        store.initialize(new SessionContext("node", "/", null));
        return store;
    }

    private List<String> logged() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void attributeThatCannotBeReadIsLostAloneWithOneLineOfTheLog() throws Exception {
        SessionData read =
                read(written(data(Map.of("a", "one", "b", new Unreadable(), "c", List.of(1, 2), "d", "four"))));
        assertThat(read.getAllAttributes()).isEqualTo(Map.of("a", "one", "c", List.of(1, 2), "d", "four"));
        assertThat(logged()).singleElement().asString().contains("Session id", "[b]", "changed");
        // it is saved without the attribute, and read without a line of the log
        assertThat(read.isDirty()).isTrue();
        assertThat(read(written(read)).isDirty()).isFalse();
        assertThat(log.list).hasSize(1);
    }

    @Test
    void attributeOfAClassThatIsGoneIsLostAlone() throws Exception {
        byte[] bytes = written(data(Map.of("a", "one", "b", new Link("x"))));
        String text =
                new String(bytes, StandardCharsets.ISO_8859_1).replace("SessionDataTest$Link", "SessionDataTest$Gone");
        SessionData read = read(text.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read.getAllAttributes()).isEqualTo(Map.of("a", "one"));
        assertThat(logged()).singleElement().asString().contains("[b]", "ClassNotFoundException");
    }

    @Test
    void attributesThatShareAnObjectShareItAfterTheyWereRead() throws Exception {
        List<String> shared = new ArrayList<>(List.of("x"));
        Map<String, Object> attributes = Map.of(
                "a", shared, "b", new Link(new Link(shared)), "c", new Link("alone"), "d", new Link(new ArrayList<>()));
        SessionData read = read(written(data(attributes)));
        Link b = (Link) read.getAttribute("b");
        assertThat(((Link) b.to).to).isSameAs(read.getAttribute("a"));
        assertThat(((Link) read.getAttribute("c")).to).isEqualTo("alone");
        assertThat(read.getKeys()).containsExactlyInAnyOrder("a", "b", "c", "d");
    }

    @Test
    void groupsOfSharingAttributesThatMeetLateAreOneGroup() throws Exception {
        Object x = new Object[0];
        Object y = new Object[0];
        Map<String, Object> attributes =
                Map.of("a", x, "b", y, "c", new Object[] {x, y}, "d", new Link(y), "e", "alone");
        SessionData read = read(written(data(attributes)));
        Object[] c = (Object[]) read.getAttribute("c");
        assertThat(c[0]).isSameAs(read.getAttribute("a"));
        assertThat(c[1]).isSameAs(read.getAttribute("b"));
        assertThat(((Link) read.getAttribute("d")).to).isSameAs(c[1]);
        assertThat(read.getAttribute("e")).isEqualTo("alone");
    }

    @Test
    void whatTheFilterRefusesIsLostAlone() throws Exception {
        NullSessionDataStore store = store();
        store.setSerialFilter("java.base/*;!*");
        byte[] bytes = written(data(Map.of("a", "one", "b", new Link("x"), "c", new ArrayList<>(List.of(1)))));
        SessionData read = store.decode("id", bytes);
        assertThat(read.getAllAttributes()).isEqualTo(Map.of("a", "one", "c", List.of(1)));
        assertThat(logged()).singleElement().asString().contains("[b]", "REJECTED");
        store.setSerialFilter("");
        assertThat(store.decode("id", bytes).getKeys()).hasSize(3);
    }

    @Test
    void limitsOfTheFilterCountForEachAttribute() throws Exception {
        NullSessionDataStore store = store();
        store.setSerialFilter("maxarray=10");
        SessionData read = store.decode("id", written(data(Map.of("a", new byte[10], "b", new byte[11]))));
        assertThat(read.getKeys()).containsExactly("a");
    }

    @Test
    void filterThatIsNoPatternIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FileSessionDataStoreFactory().setSerialFilter("maxdepth=deep"))
                .withMessageContaining("serialFilter: maxdepth=deep (expected: ");
    }

    @Test
    void factoriesGiveStoresTheFilter() {
        FileSessionDataStoreFactory files = new FileSessionDataStoreFactory();
        files.setSerialFilter("java.base/*;!*");
        assertThat(((FileSessionDataStore) files.getSessionDataStore(null)).getSerialFilter())
                .isEqualTo("java.base/*;!*");
        JDBCSessionDataStoreFactory rows = new JDBCSessionDataStoreFactory();
        rows.setSerialFilter("!*");
        assertThat(((JDBCSessionDataStore) rows.getSessionDataStore(null)).getSerialFilter())
                .isEqualTo("!*");
    }

    @Test
    void whatIsNoSessionIsRefused() throws Exception {
        byte[] bytes = written(data(Map.of("a", "one")));
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatIOException().isThrownBy(() -> read(part));
        }
        bytes[3]++;
        assertThatIOException().isThrownBy(() -> read(bytes)).withMessageContaining("format");
    }

    @Test
    void attributeThatCannotBeSavedIsNamed() {
        assertThatIOException()
                .isThrownBy(() -> written(data(Map.of("a", new Object()))))
                .withMessageContaining("session attribute a cannot be saved");
    }

    @Test
    void sessionDataIsSerializedByTheJdkWithItsAttributes() throws Exception {
        SessionData data = new SessionData("id", "/ctx", "host", 1, 2, 3, 4);
        data.setAttribute("name", "value");
        data.setLastNode("node");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(data);
        }
        SessionData read =
                (SessionData) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        assertThat(read.getId()).isEqualTo("id");
        assertThat(read.getContextPath()).isEqualTo("/ctx");
        assertThat(read.getVhost()).isEqualTo("host");
        assertThat(read.getLastNode()).isEqualTo("node");
        assertThat(read.getAccessed()).isEqualTo(2);
        assertThat(read.getExpiry()).isEqualTo(data.getExpiry());
        assertThat(read.getAllAttributes()).isEqualTo(Map.of("name", "value"));
    }
}

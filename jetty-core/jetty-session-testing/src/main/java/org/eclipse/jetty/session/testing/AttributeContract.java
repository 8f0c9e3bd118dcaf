package org.eclipse.jetty.session.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.SessionData;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.UnreadableSessionDataException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a {@link SessionDataStore} that keeps bytes does with attributes: a test of such a store extends it. */
public abstract class AttributeContract {
    private final Stores stores = new Stores(this::newFactory);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path directory;

    /** Returns a factory of stores on the storage of the test; it is called for each server that a test has. */
    protected abstract AbstractSessionDataStoreFactory newFactory() throws Exception;

    @AfterEach
    final void stopStores() {
        stores.stop();
    }

    private static SessionData data(SessionDataStore store, String id) {
        long now = System.currentTimeMillis();
        SessionData data = store.newSessionData(id, now, now, now, TimeUnit.MINUTES.toMillis(30));
        data.setAttribute("good", "good");
        return data;
    }

    /** Cannot be read, as when its class has changed. */
    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("changed");
        }
    }

    /** A class of an application. */
    public static final class Item implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Has its own class {@link Item}, as a web application has. */
    private static final class Application extends ClassLoader {
        Application() {
            super(AttributeContract.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Item.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = Item.class.getResourceAsStream("AttributeContract$Item.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException x) {
                throw new ClassNotFoundException(name, x);
            }
        }
    }

    @Test
    void attributeThatCannotBeReadIsLostAlone() throws Exception {
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        SessionData data = data(store, id);
        data.setAttribute("bad", new Unreadable());
        store.store(id, data);
        SessionData loaded = Stores.stored(store, id);
        assertThat(loaded.getAllAttributes()).isEqualTo(Map.of("good", "good"));
        assertThat(loaded.isDirty())
                .as("the next save leaves the attribute out")
                .isTrue();
    }

    @Test
    void attributeThatIsNotSerializableIsNamedAndTheStoredSessionStays() throws Exception {
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        SessionData data = data(store, id);
        store.store(id, data);
        data.setAttribute("connection", new Object());
        assertThatThrownBy(() -> store.store(id, data))
                .hasMessageContaining("connection")
                .hasMessageContaining("java.lang.Object");
        assertThat(data.isDirty()).as("it is to be saved still").isTrue();
        assertThat(Stores.stored(store, id).getAllAttributes()).isEqualTo(Map.of("good", "good"));
    }

    @Test
    void attributesThatShareAnObjectShareItAfterwards() throws Exception {
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        SessionData data = data(store, id);
        List<String> shared = new ArrayList<>(List.of("x"));
        data.setAttribute("one", shared);
        data.setAttribute("two", shared);
        store.store(id, data);
        SessionData loaded = Stores.stored(store, id);
        assertThat(loaded.getAttribute("one")).isSameAs(loaded.getAttribute("two"));
    }

    @Test
    void classesAreThoseOfTheApplication() throws Exception {
        SessionDataStore store = stores.start("one", "/app");
        String id = stores.newId();
        Application application = new Application();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(application);
        try {
            Class<?> type = application.loadClass(Item.class.getName());
            assertThat(type).isNotSameAs(Item.class);
            SessionData data = data(store, id);
            data.setAttribute("item", type.getConstructor().newInstance());
            store.store(id, data);
            assertThat(Stores.stored(store, id).getAttribute("item")).isExactlyInstanceOf(type);
            // redeployed: the same names, other classes
            Application redeployed = new Application();
            Thread.currentThread().setContextClassLoader(redeployed);
            assertThat(Stores.stored(store, id).getAttribute("item"))
                    .isExactlyInstanceOf(redeployed.loadClass(Item.class.getName()));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(Stores.stored(store, id).getAttribute("item")).isExactlyInstanceOf(Item.class);
    }

    @Test
    void attributeThatTheFilterRefusesIsLostAlone() throws Exception {
        SessionDataStore store = stores.start("one", "/app", factory -> factory.setSerialFilter("java.lang.*;!*"));
        String id = stores.newId();
        SessionData data = data(store, id);
        data.setAttribute("list", new ArrayList<>(List.of(1)));
        store.store(id, data);
        assertThat(Stores.stored(store, id).getAllAttributes()).isEqualTo(Map.of("good", "good"));
    }

    @Test
    void sessionThatIsTooLargeIsNotSavedAndItsLargestAttributeIsNamed() throws Exception {
        SessionDataStore store = stores.start("one", "/app", factory -> factory.setMaxSize(2000));
        String id = stores.newId();
        SessionData data = data(store, id);
        store.store(id, data);
        data.setAttribute("cart", "x".repeat(3000));
        assertThatThrownBy(() -> store.store(id, data))
                .hasMessageContaining("expected: 2000 bytes at most")
                .hasMessageMatching("(?s).*cart \\(30\\d\\d bytes\\).*");
        assertThat(Stores.stored(store, id).getAllAttributes()).isEqualTo(Map.of("good", "good"));
        data.setAttribute("cart", "x");
        store.store(id, data);
        assertThat(Stores.stored(store, id).getAllAttributes()).isEqualTo(Map.of("good", "good", "cart", "x"));
    }

    private String keyFile(String... keys) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            lines.add(Base64.getEncoder().encodeToString(key.repeat(32).getBytes()));
        }
        return Files.write(directory.resolve("keys" + String.join("", keys)), lines)
                .toString();
    }

    @Test
    void encryptedSessionIsReadByServersThatHaveItsKeyAlone() throws Exception {
        String a = keyFile("a");
        String b = keyFile("b");
        String both = keyFile("b", "a");
        SessionDataStore old = stores.start("one", "/app", factory -> factory.setKeyFile(a));
        SessionDataStore rotated = stores.start("one", "/app", factory -> factory.setKeyFile(both));
        SessionDataStore renewed = stores.start("one", "/app", factory -> factory.setKeyFile(b));
        SessionDataStore plain = stores.start("one", "/app");
        String id = stores.newId();
        old.store(id, data(old, id));
        assertUnreadable(restarted(renewed), id);
        assertUnreadable(restarted(plain), id);
        SessionData loaded = Stores.stored(restarted(rotated), id);
        assertThat(loaded.getAttribute("good")).isEqualTo("good");
        loaded.setAttribute("more", 1);
        rotated.store(id, loaded);
        assertThat(Stores.stored(restarted(renewed), id).getAttribute("more")).isEqualTo(1);
        assertUnreadable(restarted(old), id);
    }

    /** A store that only one server uses may learn of others' sessions when it starts. */
    private static SessionDataStore restarted(SessionDataStore store) throws Exception {
        store.stop();
        store.start();
        return store;
    }

    private static void assertUnreadable(SessionDataStore store, String id) {
        assertThatThrownBy(() -> store.load(id)).isInstanceOf(UnreadableSessionDataException.class);
    }
}

package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.security.Credential;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class PropertyUserStoreTest {
    @TempDir
    Path temp;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final PropertyUserStore store = new PropertyUserStore();

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(PropertyUserStore.class)).addAppender(log);
    }

    @AfterEach
    void stop() throws Exception {
        ((Logger) LoggerFactory.getLogger(PropertyUserStore.class)).detachAppender(log);
        store.stop();
    }

    private List<String> messages() {
        // the watcher of the file may log meanwhile: the appender is what it locks
        synchronized (log) {
            return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        }
    }

    private Path file() {
        return temp.resolve("realm.properties");
    }

    private void start(String text) throws Exception {
        Files.writeString(file(), text);
        store.setConfig(ResourceFactory.root().newResource(file()));
        store.start();
    }

    private boolean mayLogin(String user, String password) {
        UserPrincipal principal = store.getUserPrincipal(user);
        return principal != null && principal.authenticate(password);
    }

    @Test
    void lineThatIsWrongIsToldAndItsUserAloneCannotLogIn() throws Exception {
        start("""
            # users
            anna: plain,admin, user
            bert: PBKDF2:1:hush:x

            carl = CRYPT:rl.3StKT.4T8M
            dora: \\
               spread, \\
               user
            emil: MD5:12
            gina: \\u12
            """);
        assertThat(mayLogin("anna", "plain")).isTrue();
        assertThat(store.getRolePrincipals("anna"))
                .extracting(RolePrincipal::getName)
                .containsExactly("admin", "user");
        assertThat(mayLogin("carl", "rasmuslerdorf")).isTrue();
        assertThat(mayLogin("dora", "spread")).isTrue();
        assertThat(store.getRolePrincipals("dora"))
                .extracting(RolePrincipal::getName)
                .containsExactly("user");
        for (String user : new String[] {"bert", "emil", "gina"}) {
            assertThat(store.getUserPrincipal(user)).as(user).isNull();
        }
        List<String> messages = messages();
        assertThat(messages).hasSize(3);
        assertThat(messages.get(0))
                .contains("realm.properties:3: user bert: ", "PBKDF2:rounds:salt:derived", "cannot log in")
                .doesNotContain("hush");
        assertThat(messages.get(1)).contains("realm.properties:9: user emil: ");
        assertThat(messages.get(2)).contains("realm.properties:10: the line cannot be read");
    }

    @Test
    void userWithoutAPasswordLogsInByNoText() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(PropertyUserStore.class);
        Level level = logger.getLevel();
        logger.setLevel(Level.INFO);
        start("fred:\nhans: ,admin\nCN\\=ines,\\ O\\=Acme\\ Inc: ,user,admin\nlast\n");
        for (String user : new String[] {"fred", "hans", "CN=ines, O=Acme Inc", "last"}) {
            UserPrincipal principal = store.getUserPrincipal(user);
            for (Object credentials : new Object[] {
                "",
                "null",
                new char[0],
                null,
                new Password(""),
                new Password(null),
                Credential.getCredential("MD5:" + "00".repeat(16))
            }) {
                assertThat(principal.authenticate(credentials)).as(user).isFalse();
            }
        }
        assertThat(store.getRolePrincipals("hans"))
                .extracting(RolePrincipal::getName)
                .containsExactly("admin");
        assertThat(store.getRolePrincipals("CN=ines, O=Acme Inc"))
                .extracting(RolePrincipal::getName)
                .containsExactly("user", "admin");
        assertThat(messages()).hasSize(4).first().asString().contains("realm.properties:1: user fred has no password");
        logger.setLevel(level);
    }

    @Test
    void laterLineOfAUserCountsEvenIfItIsWrong() throws Exception {
        start("anna: one\nbert: one\nanna: two\nbert: MD5:x\n");
        assertThat(mayLogin("anna", "one")).isFalse();
        assertThat(mayLogin("anna", "two")).isTrue();
        assertThat(store.getUserPrincipal("bert")).isNull();
        assertThat(messages()).anyMatch(message -> message.contains("realm.properties:3: user anna was there before"));
    }

    @Test
    void usersStayWhenTheFileCannotBeReadAnyMore() throws Exception {
        store.setReloadInterval(1);
        start("anna: one\n");
        Path directory = Files.createDirectory(temp.resolve("directory"));
        Files.delete(file());
        Files.move(directory, file());
        await().until(() -> messages().stream().anyMatch(message -> message.contains("the users stay as they were")));
        assertThat(mayLogin("anna", "one")).isTrue();
        Path next = Files.writeString(temp.resolve("next"), "anna: MD5:x\nbert: two\n");
        Files.delete(file());
        Files.move(next, file(), StandardCopyOption.ATOMIC_MOVE);
        await().until(() -> mayLogin("bert", "two"));
        assertThat(store.getUserPrincipal("anna")).isNull();
    }

    @Test
    void costliestCredentialIsThatOfTheFile() throws Exception {
        start("anna: one\n");
        assertThat(store.getCostliestCredential().getCost()).isZero();
        String derived = "PBKDF2:1:c2FsdA==:VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLw=";
        Files.writeString(file(), "anna: one\nbert: " + derived + "\ncarl: CRYPT:rl.3StKT.4T8M\n");
        store.loadUsers();
        assertThat(store.getCostliestCredential()).isEqualTo(Credential.getCredential("CRYPT:rl.3StKT.4T8M"));
    }

    @Test
    void fileThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> store.setConfig(ResourceFactory.root().newResource(temp.resolve("none"))))
                .hasMessageContaining("users file does not exist");
    }

    @Test
    void byteOrderMarkIsNotPartOfTheFirstName() throws Exception {
        start("\uFEFFanna: plain,user\nbert: simple,user\n");
        assertThat(mayLogin("anna", "plain")).isTrue();
        assertThat(mayLogin("bert", "simple")).isTrue();
    }
}

package org.eclipse.jetty.security.jaas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.InsufficientResourcesException;
import javax.naming.InvalidNameException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.ServiceUnavailableException;
import javax.naming.TimeLimitExceededException;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;
import org.eclipse.jetty.security.LoginUnavailableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JAASLoginServiceTest {
    private static final String PROPERTY = "java.security.auth.login.config";

    @TempDir
    Path temp;

    private Path file;
    private String before;

    @BeforeEach
    void name() {
        before = System.getProperty(PROPERTY);
        file = temp.resolve("login.conf");
        System.setProperty(PROPERTY, file.toString());
        Configuration.setConfiguration(null);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
        Configuration.setConfiguration(null);
    }

    @Test
    void missingFileIsToldWithTheProperty() {
        assertThatThrownBy(() -> new JAASLoginService("main").start())
                .hasMessageContaining(file.toString())
                .hasMessageContaining("jetty.jaas.login.conf");
    }

    @Test
    void missingEntryIsToldWithTheProperty() throws Exception {
        Files.writeString(file, "other { };");
        assertThatThrownBy(() -> new JAASLoginService("main").start())
                .hasMessageContaining("no entry main")
                .hasMessageContaining("jetty.jaas.login.conf");
    }

    /** A module whose login fails for a reason of the test. */
    public static final class FailingModule implements LoginModule {
        private static volatile Exception reason;

        @Override
        public void initialize(
                Subject subject, CallbackHandler handler, Map<String, ?> shared, Map<String, ?> options) {
            // it needs nothing
        }

        @Override
        public boolean login() throws LoginException {
            throw (LoginException) new LoginException("failed").initCause(reason);
        }

        @Override
        public boolean commit() {
            return false;
        }

        @Override
        public boolean abort() {
            return true;
        }

        @Override
        public boolean logout() {
            return true;
        }
    }

    private JAASLoginService failing(Exception reason) throws Exception {
        FailingModule.reason = reason;
        Files.writeString(file, "main { " + FailingModule.class.getName() + " required; };");
        JAASLoginService service = new JAASLoginService("main");
        service.start();
        return service;
    }

    static Stream<Exception> refusals() {
        return Stream.of(
                new AuthenticationException("error code 49"),
                new NameNotFoundException("no such entry"),
                new InvalidNameException("bad name"),
                new NoPermissionException("not allowed"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void wrongCredentialsOrMissingEntriesOfADirectoryAreAFailedLogin(Exception reason) throws Exception {
        JAASLoginService service = failing(reason);
        assertThat(service.login("ann", "secret", null, create -> null)).isNull();
        service.stop();
    }

    static Stream<Exception> outages() {
        CommunicationException closed = new CommunicationException("connection closed");
        NamingException wrapped = new NamingException("search failed");
        wrapped.setRootCause(closed);
        return Stream.of(
                closed,
                wrapped,
                new NamingException("LDAP connection has been closed"),
                new ServiceUnavailableException("error code 52"),
                new InsufficientResourcesException("busy"),
                new TimeLimitExceededException("too slow"),
                new IOException("reset"));
    }

    @ParameterizedTest
    @MethodSource("outages")
    void directoryThatCannotBeAskedIsAnOutage(Exception reason) throws Exception {
        JAASLoginService service = failing(reason);
        assertThatThrownBy(() -> service.login("ann", "secret", null, create -> null))
                .isInstanceOf(LoginUnavailableException.class);
        service.stop();
    }
}

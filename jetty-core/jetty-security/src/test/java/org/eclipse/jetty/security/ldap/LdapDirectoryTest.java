package org.eclipse.jetty.security.ldap;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a directory says when it starts, before any connection. */
class LdapDirectoryTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(LdapDirectory.class);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final LdapDirectory directory = new LdapDirectory();

    @BeforeEach
    void listen() {
        events.start();
        logger.addAppender(events);
        logger.setAdditive(false);
    }

    @AfterEach
    void stop() throws Exception {
        logger.detachAppender(events);
        logger.setAdditive(true);
        directory.stop();
    }

    private List<String> logged() {
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ldap://ldap.example.org",
                "LDAP://ldap.example.org:389/",
                "ldap://192.0.2.1:389",
                "ldap://127.0.0.1.example.org",
                "ldap://localhost.example.org"
            })
    void passwordsInClearTextAreWarnedOf(String url) throws Exception {
        directory.setUrls("ldaps://ldap.example.org, " + url);
        directory.start();
        assertThat(logged())
                .containsExactly(url + " gets passwords in clear text (expected: ldaps://, or StartTLS by startTls)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ldaps://ldap.example.org", "ldap://localhost", "ldap://localhost:389", "ldap://127.0.0.1:1389"})
    void protectedOrLocalConnectionsAreNot(String url) throws Exception {
        directory.setUrls(url);
        directory.start();
        assertThat(logged()).isEmpty();
    }

    @Test
    void startTlsIsNotWarnedOf() throws Exception {
        directory.setUrls("ldap://ldap.example.org");
        directory.setStartTls(true);
        directory.start();
        assertThat(logged()).isEmpty();
    }
}

package org.eclipse.jetty.security.jaas;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.security.auth.login.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}

package org.eclipse.jetty.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PropertyUserStoreTest {
    @TempDir
    Path temp;

    @Test
    void wrongCredentialIsToldWithFileAndUserButNotItself() throws Exception {
        Path file = Files.writeString(temp.resolve("realm.properties"), "anna: plain,admin\nbert: PBKDF2:1:hush:x\n");
        PropertyUserStore store = new PropertyUserStore();
        store.setConfig(ResourceFactory.root().newResource(file));
        assertThatThrownBy(store::start)
                .hasMessageContaining("realm.properties")
                .hasMessageContaining("bert")
                .hasMessageContaining("PBKDF2:rounds:salt:derived")
                .hasMessageNotContaining("hush");
        assertThat(store.isStarted()).isFalse();
    }
}

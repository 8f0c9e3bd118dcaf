package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** The extensions that are found by {@link ServiceLoader}. */
class WebSocketExtensionRegistryTest {
    /** Has the name of its configuration, which it gets for a session only. */
    public static class Nameless extends AbstractExtension {}

    private static final class Provider implements ServiceLoader.Provider<Extension> {
        @Override
        public Class<? extends Extension> type() {
            return Nameless.class;
        }

        @Override
        public Extension get() {
            return new Nameless();
        }
    }

    @Test
    void extensionWithoutNameOfItsOwnIsPassedOver() {
        WebSocketExtensionRegistry registry = new WebSocketExtensionRegistry();
        registry.register(new Provider());
        assertThat(registry.getAvailableExtensionNames()).containsExactly(PerMessageDeflateExtension.NAME);
    }
}

package org.eclipse.jetty.ee10.security.jaspi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.security.auth.message.AuthException;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.RegistrationListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.security.jaspi.modules.BasicAuthenticationAuthModule;
import org.eclipse.jetty.ee10.security.jaspi.provider.JaspiAuthConfigProvider;
import org.junit.jupiter.api.Test;

/** Registrations of providers by layer and application. */
class DefaultAuthConfigFactoryTest {
    private static final String LAYER = "HttpServlet";

    private final DefaultAuthConfigFactory factory = new DefaultAuthConfigFactory();
    private final List<String> notified = new ArrayList<>();
    private final RegistrationListener listener = (layer, application) -> notified.add(layer + " " + application);

    private static AuthConfigProvider provider() {
        return new JaspiAuthConfigProvider(new BasicAuthenticationAuthModule());
    }

    @Test
    void mostSpecificRegistrationCounts() {
        AuthConfigProvider[] providers = {provider(), provider(), provider(), provider()};
        assertThat(factory.getConfigProvider(LAYER, "a", null)).isNull();
        factory.registerConfigProvider(providers[0], null, null, null);
        assertThat(factory.getConfigProvider(LAYER, "a", null)).isSameAs(providers[0]);
        factory.registerConfigProvider(providers[1], LAYER, null, null);
        assertThat(factory.getConfigProvider(LAYER, "a", null)).isSameAs(providers[1]);
        factory.registerConfigProvider(providers[2], null, "a", null);
        assertThat(factory.getConfigProvider(LAYER, "a", null)).isSameAs(providers[2]);
        factory.registerConfigProvider(providers[3], LAYER, "a", null);
        assertThat(factory.getConfigProvider(LAYER, "a", null)).isSameAs(providers[3]);
        assertThat(factory.getConfigProvider(LAYER, "b", null)).isSameAs(providers[1]);
        assertThat(factory.getConfigProvider("SOAP", "b", null)).isSameAs(providers[0]);
    }

    @Test
    void listenersAreNotifiedOfWhatChangesForThem() {
        factory.getConfigProvider(LAYER, "a", listener);
        String all = factory.registerConfigProvider(provider(), null, null, null);
        String other = factory.registerConfigProvider(provider(), LAYER, "b", null);
        String own = factory.registerConfigProvider(provider(), LAYER, "a", null);
        // hidden by the one before
        factory.removeRegistration(all);
        factory.removeRegistration(other);
        factory.removeRegistration(own);
        assertThat(notified).containsExactly(LAYER + " a", LAYER + " a", LAYER + " a");
        assertThat(factory.detachListener(listener, LAYER, null)).isEmpty();
        factory.registerConfigProvider(provider(), LAYER, "a", null);
        assertThat(notified).hasSize(3);
    }

    @Test
    void registrationsAreDescribed() {
        AuthConfigProvider provider = provider();
        String id = factory.registerConfigProvider(provider, LAYER, null, "description");
        String other = factory.registerConfigProvider(provider(), LAYER, "null", null);
        assertThat(id).isNotEqualTo(other);
        assertThat(factory.getRegistrationIDs(provider)).containsExactly(id);
        assertThat(factory.getRegistrationIDs(null)).containsExactly(id, other);
        AuthConfigFactory.RegistrationContext context = factory.getRegistrationContext(id);
        assertThat(context.getMessageLayer()).isEqualTo(LAYER);
        assertThat(context.getAppContext()).isNull();
        assertThat(context.getDescription()).isEqualTo("description");
        assertThat(context.isPersistent()).isFalse();
        assertThat(factory.getRegistrationContext("none")).isNull();
        assertThat(factory.removeRegistration("none")).isFalse();
    }

    @Test
    void registrationOfNoProviderExemptsAnApplication() {
        factory.registerConfigProvider(provider(), LAYER, null, null);
        factory.registerConfigProvider(null, null, LAYER, "a", "none");
        assertThat(factory.getConfigProvider(LAYER, "a", null)).isNull();
        assertThat(factory.getConfigProvider(LAYER, "b", null)).isNotNull();
    }

    @Test
    void classesThatAreNoProvidersOrModulesAreRefused() {
        assertThatThrownBy(() -> factory.registerConfigProvider("java.lang.String", Map.of(), LAYER, "a", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("provider: java.lang.String (expected: ");
        assertThatThrownBy(() -> factory.registerConfigProvider(
                        JaspiAuthConfigProvider.class.getName(), Map.of(), LAYER, "a", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ServerAuthModule: null (expected: ");
        assertThatThrownBy(() -> new JaspiAuthConfigProvider("java.lang.String")
                        .getServerAuthConfig(LAYER, "a", callbacks -> {}))
                .isInstanceOf(AuthException.class)
                .hasMessageStartingWith("ServerAuthModule: java.lang.String (expected: ");
        assertThatThrownBy(() -> provider().getServerAuthConfig(LAYER, "a", callbacks -> {}))
                .isInstanceOf(AuthException.class)
                .hasMessageContaining("RealmName: null (expected: ");
    }

    @Test
    void moduleOfNoServletContextIsRefused() {
        assertThatThrownBy(() -> factory.registerServerAuthModule(new BasicAuthenticationAuthModule(), "context"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("context of a module: context (expected: a ServletContext)");
    }
}

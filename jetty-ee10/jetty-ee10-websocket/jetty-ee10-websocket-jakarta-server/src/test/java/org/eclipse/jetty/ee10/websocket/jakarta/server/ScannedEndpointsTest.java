package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletContext;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.ee10.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.junit.jupiter.api.Test;

/** What is deployed of the classes that were found (WebSocket section 6.2). */
class ScannedEndpointsTest extends EndpointServer {
    @ServerEndpoint("/one")
    public static class One {
        @OnOpen
        public void open(Session session) throws Exception {
            session.getBasicRemote().sendText("one");
        }
    }

    @ServerEndpoint("/two")
    public static class Two extends One {}

    @ServerEndpoint("/abstract")
    public abstract static class Abstract {}

    public static class Programmatic extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.getAsyncRemote().sendText("programmatic");
        }
    }

    public static class Chooser implements ServerApplicationConfig {
        @Override
        public Set<ServerEndpointConfig> getEndpointConfigs(Set<Class<? extends Endpoint>> classes) {
            return classes.stream()
                    .map(type -> ServerEndpointConfig.Builder.create(type, "/programmatic")
                            .build())
                    .collect(Collectors.toSet());
        }

        @Override
        public Set<Class<?>> getAnnotatedEndpointClasses(Set<Class<?>> scanned) {
            return scanned.stream().filter(type -> type == Two.class).collect(Collectors.toSet());
        }
    }

    private void startWith(Class<?>... classes) throws Exception {
        context.addServletContainerInitializer(new JakartaWebSocketServletContainerInitializer(), classes);
        start();
    }

    @Test
    void annotatedClassesAreDeployedAndProgrammaticOnesNeedAConfiguration() throws Exception {
        startWith(
                One.class,
                Two.class,
                Abstract.class,
                Programmatic.class,
                Endpoint.class,
                ServerApplicationConfig.class);
        assertThat(connect("/one").next()).isEqualTo("one");
        assertThat(connect("/two").next()).isEqualTo("one");
        assertThatThrownBy(() -> connect("/programmatic")).hasMessage("refused with 404");
        assertThatThrownBy(() -> connect("/abstract")).hasMessage("refused with 404");
    }

    @Test
    void applicationChoosesWhatIsDeployed() throws Exception {
        startWith(One.class, Two.class, Programmatic.class, Chooser.class);
        assertThatThrownBy(() -> connect("/one")).hasMessage("refused with 404");
        assertThat(connect("/two").next()).isEqualTo("one");
        assertThat(connect("/programmatic").next()).isEqualTo("programmatic");
    }

    @Test
    void contextOfAnotherEnvironmentIsLeftAlone() {
        ServletContext foreign = (ServletContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ServletContext.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException(method.getName());
                });
        assertThatCode(() -> new JakartaWebSocketServletContainerInitializer().onStartup(null, foreign))
                .doesNotThrowAnyException();
    }
}

package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class RequestAttributesTest {
    private interface Check {
        void check(Request request);
    }

    /** Has a request checked by the thread that handles it. */
    private static void with(Check check) throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.start(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    try {
                        check.check(request);
                        callback.succeeded();
                    } catch (Throwable x) {
                        Content.Sink.write(response, true, x.toString(), callback);
                    }
                    return true;
                }
            });
            String response =
                    local.connector.getResponse("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(response).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
        }
    }

    private static void checkPassesOn(Attributes attributes, Attributes to) {
        assertThat(attributes.setAttribute("a", 1)).isNull();
        assertThat(attributes.setAttribute("a", 2)).isEqualTo(1);
        assertThat(to.getAttribute("a")).isEqualTo(2);
        assertThat(attributes.getAttribute("a")).isEqualTo(2);
        assertThat(attributes.getAttributeNameSet()).isEqualTo(Set.of("a"));
        assertThat(attributes.asAttributeMap()).isEqualTo(Map.of("a", 2));
        assertThat(attributes.removeAttribute("a")).isEqualTo(2);
        assertThat(to.getAttributeNameSet()).isEmpty();
        to.setAttribute("b", 3);
        attributes.clearAttributes();
        assertThat(to.asAttributeMap()).isEmpty();
    }

    @Test
    void requestHasNoAttributesUntilOneIsSet() throws Exception {
        with(request -> {
            assertThat(request.getAttribute("a")).isNull();
            assertThat(request.removeAttribute("a")).isNull();
            assertThat(request.getAttributeNameSet()).isEmpty();
            assertThat(request.asAttributeMap()).isEmpty();
            request.clearAttributes();
            checkPassesOn(request, request);
        });
    }

    @Test
    void requestIsEqualToItselfAlone() throws Exception {
        with(request -> {
            assertThat(request.equals(Attributes.NULL)).isFalse();
            assertThat(request.hashCode()).isEqualTo(System.identityHashCode(request));
        });
    }

    @Test
    void wrapperHasTheAttributesOfItsRequest() throws Exception {
        with(request -> checkPassesOn(new Request.Wrapper(request), request));
    }

    @Test
    void wrapperHasTheAttributesItIsGiven() throws Exception {
        with(request -> {
            request.setAttribute("of the request", 0);
            Attributes own = new Attributes.Lazy();
            checkPassesOn(new Request.AttributesWrapper(request, own), own);
            assertThat(request.asAttributeMap()).isEqualTo(Map.of("of the request", 0));
        });
    }

    @Test
    void wrapperHidesAttributesOfItsRequest() throws Exception {
        with(request -> {
            request.setAttribute("a", 1);
            Request wrapper = new Request.AttributesWrapper(request);
            assertThat(wrapper.setAttribute("a", 2)).isEqualTo(1);
            assertThat(wrapper.getAttribute("a")).isEqualTo(2);
            wrapper.clearAttributes();
            assertThat(wrapper.getAttributeNameSet()).isEmpty();
            assertThat(request.getAttribute("a")).isEqualTo(1);
        });
    }

    @Test
    void connectionHasAttributes() throws Exception {
        with(request -> {
            ConnectionMetaData connection = request.getConnectionMetaData();
            checkPassesOn(connection, connection);
        });
    }

    @Test
    void attributesOfServerAndContextAreThoseOfTheirDelegate() {
        Server server = new Server();
        checkPassesOn(server, server.getDelegate());
        assertThat(server).isNotEqualTo(new Server());
        var context = new ContextHandler();
        checkPassesOn(context, context.getDelegate());
        assertThat(context).isNotEqualTo(new ContextHandler());
    }
}

package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Components;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.junit.jupiter.api.Test;

/** What connections keep of contexts, which they outlive. */
class ReplacedContextTest extends ContextServer {
    private final Attributes cache = new Attributes.Mapped();

    /** Components of a request with the cache of this test, as if all came by one connection. */
    private record OneConnection(Components components, Attributes cache) implements Components {
        @Override
        public ByteBufferPool getByteBufferPool() {
            return components.getByteBufferPool();
        }

        @Override
        public Scheduler getScheduler() {
            return components.getScheduler();
        }

        @Override
        public ThreadPool getThreadPool() {
            return components.getThreadPool();
        }

        @Override
        public Executor getExecutor() {
            return components.getExecutor();
        }

        @Override
        public Attributes getCache() {
            return cache;
        }
    }

    @Test
    void connectionKeepsNothingOfContextsThatWereReplaced() throws Exception {
        ContextHandlerCollection contexts = new ContextHandlerCollection();
        server.setHandler(new Handler.Wrapper(contexts) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Components components = new OneConnection(request.getComponents(), cache);
                return super.handle(
                        new Request.Wrapper(request) {
                            @Override
                            public Components getComponents() {
                                return components;
                            }
                        },
                        response,
                        callback);
            }
        });
        server.start();
        deploy(contexts, "/beside");
        for (int i = 0; i < 5; i++) {
            ServletContextHandler version = deploy(contexts, "/ctx");
            version.stop();
            contexts.removeHandler(version);
        }
        deploy(contexts, "/ctx");
        assertThat(cache.getAttributeNameSet()).isEmpty();
    }

    private ServletContextHandler deploy(ContextHandlerCollection contexts, String path) throws Exception {
        ServletContextHandler version = new ServletContextHandler(path);
        version.addServlet(
                new ServletHolder(
                        servletOf((request, response) -> response.getWriter().print("served"))),
                "/*");
        contexts.addHandler(version);
        version.start();
        assertThat(get(path + "/")).endsWith("served");
        return version;
    }
}

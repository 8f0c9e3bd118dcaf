package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jetty.http.MultiPartCompliance;
import org.eclipse.jetty.http.MultiPartConfig;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;
import org.junit.jupiter.api.Test;

/** Parameters that are given to a promise, and limits of multipart requests. */
class RequestParametersTest extends OverTransports {
    @Test
    void parametersOfQueryAndFormAreGivenToAPromise() throws Exception {
        Handler handler = new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Request.onParameters(
                        request,
                        Promise.Invocable.from(
                                Invocable.InvocationType.NON_BLOCKING,
                                (Fields fields) -> Content.Sink.write(
                                        response, true, fields.getValue("q") + fields.getValue("f"), callback),
                                callback::failed));
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport).start(handler)) {
            assertThat(local.ask("""
                            POST /?q=query+ HTTP/1.1
                            Host: local
                            Content-Type: application/x-www-form-urlencoded
                            Content-Length: 6

                            f=form""")).startsWith("HTTP/1.1 200").endsWith("query form");
        }
    }

    @Test
    void limitsOfPartsHaveTheComplianceOfTheConfiguration() throws Exception {
        Handler handler = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                MultiPartConfig config =
                        Request.getMultiPartConfig(request, Path.of("folder")).build();
                MultiPartConfig memory =
                        Request.getMultiPartConfig(request, null).build();
                String text = config.getMultiPartCompliance() + " " + config.getLocation() + " " + memory.getLocation();
                Content.Sink.write(response, true, text, callback);
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport)) {
            local.configuration.setMultiPartCompliance(MultiPartCompliance.LEGACY);
            local.start(handler);
            assertThat(local.get("/")).endsWith(MultiPartCompliance.LEGACY + " folder null");
        }
    }
}

package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;

class AuthorityCustomizerTest extends AbstractHttp2Test {
    private String uriOf(String... fields) throws Exception {
        start((request, response, callback) ->
                Content.Sink.write(response, true, request.getHttpURI().toString(), callback));
        try (Http2Client client = connect()) {
            client.fields(1, true, fields);
            return client.await(1).content.toString();
        }
    }

    @Test
    void hostBecomesTheAuthorityOfARequestWithoutOne() throws Exception {
        configuration.addCustomizer(new AuthorityCustomizer());
        assertThat(uriOf(":method", "GET", ":scheme", "http", ":path", "/p?q", "host", "a.example:81"))
                .isEqualTo("http://a.example:81/p?q");
    }

    @Test
    void authorityOfTheRequestStays() throws Exception {
        configuration.addCustomizer(new AuthorityCustomizer());
        assertThat(uriOf(":method", "GET", ":scheme", "http", ":path", "/p", ":authority", "b.example"))
                .isEqualTo("http://b.example/p");
    }
}

package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLException;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;

/** The client and our server, within TLS. */
class HttpClientTlsTest extends HttpClientTest {
    @Override
    boolean isSecure() {
        return true;
    }

    @Test
    void certificateThatIsNotTrustedFailsTheRequest() throws Exception {
        HttpClient strict = new HttpClient();
        strict.setSslContextFactory(new SslContextFactory.Client());
        try (strict) {
            strict.start();
            Result result = send(strict.newRequest(uri("/echo")));
            assertThat(result.getFailure()).isInstanceOf(SSLException.class);
        }
    }
}

package org.eclipse.jetty.tests.embedders;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.io.File;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngine;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.NetworkConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CXF 4: a web service on its transport "http-jetty", in the clear and within TLS. */
class CxfTest {
    private static final String GREET = """
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">
              <s:Body><g:greet xmlns:g="urn:greeter"><name>%s</name></g:greet></s:Body>
            </s:Envelope>""";

    @TempDir
    Path folder;

    private Bus bus;
    private JettyHTTPServerEngineFactory engines;

    @WebService(serviceName = "Greeter", targetNamespace = "urn:greeter")
    public static class Greeter {
        @WebMethod
        public String greet(@WebParam(name = "name") String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("nobody is there");
            }
            return "Hello, " + name;
        }
    }

    @BeforeEach
    void start() {
        bus = new CXFBusFactory().createBus();
        engines = bus.getExtension(JettyHTTPServerEngineFactory.class);
    }

    @AfterEach
    void stop() {
        bus.shutdown(true);
    }

    /** The port of a service that is published on any. */
    private int publish(String scheme) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setServiceBean(new Greeter());
        factory.setAddress(scheme + "://127.0.0.1:0/services/greeter");
        factory.create();
        JettyHTTPServerEngine engine = engines.retrieveJettyHTTPServerEngine(0);
        return ((NetworkConnector) engine.getConnector()).getLocalPort();
    }

    private static HttpResponse<String> greet(Http http, String name) throws Exception {
        return http.send(http.request("/services/greeter")
                .header("Content-Type", "text/xml;charset=UTF-8")
                .POST(BodyPublishers.ofString(GREET.formatted(name))));
    }

    @Test
    void serviceDescribesItselfAndAnswers() throws Exception {
        Http http = new Http(publish("http"));
        assertThat(http.get("/services/greeter?wsdl").body()).contains("wsdl:definitions", "urn:greeter");
        assertThat(greet(http, "Änna").body()).contains("<return>Hello, Änna</return>");
        HttpResponse<String> fault = greet(http, "");
        assertThat(fault.statusCode()).isEqualTo(500);
        assertThat(fault.body()).contains("nobody is there");
        assertThat(http.get("/services/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void longMessageIsReadAndWritten() throws Exception {
        String name = "name ".repeat(100_000);
        assertThat(greet(new Http(publish("http")), name).body()).contains("Hello, " + name);
    }

    @Test
    void serviceAnswersWithinTls() throws Exception {
        File file = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), "storepwd");
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(file, "storepwd".toCharArray()), "storepwd".toCharArray());
        TLSServerParameters parameters = new TLSServerParameters();
        parameters.setKeyManagers(keys.getKeyManagers());
        engines.setTLSServerParametersForPort("127.0.0.1", 0, parameters);
        assertThat(greet(Http.tls(publish("https")), "Anna").body()).contains("<return>Hello, Anna</return>");
    }
}

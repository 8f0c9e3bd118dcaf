package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The defaults of an embedded server are those of the distribution: the getters of an object that a program makes return what those of
 * the object return that the XML files make without properties. The exceptions are listed, each with its reason; one that is no longer
 * an exception fails the test, too.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultsTest {
    private static final String SERVER = "org.eclipse.jetty.server.";
    private static final String HTTP2 = "org.eclipse.jetty.http2.server.";
    private static final String[] MODULES = {
        "--modules=server,logging-noop,http,http2c,https,http2,unixdomain-http", "--skip-file-validation=https,ssl"
    };

    private URLClassLoader loader;
    private Map<String, Object> made;

    @BeforeAll
    void apply(@TempDir Path base) throws Throwable {
        Files.createFile(Files.createDirectory(base.resolve("etc")).resolve("keystore.p12"));
        StartLine start = new StartLine();
        loader = new URLClassLoader(
                "server", start.classPath(base, MODULES).toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        made = new XmlRun(loader).apply(start.arguments(base, MODULES), Map.of());
    }

    @AfterAll
    void close() throws Exception {
        loader.close();
    }

    @Test
    void httpConfiguration() throws Exception {
        Object bare = create("HttpConfiguration");
        // a program need not have a connector with TLS; that of the distribution listens here
        Map<String, String> reasons = Map.of("getSecurePort", "0, 8443");
        assertThat(differences(bare, made("httpConfig"))).isEqualTo(reasons);
        assertThat(differences(bare, made("sslHttpConfig"))).isEqualTo(reasons);
    }

    @Test
    void serverConnector() throws Exception {
        Object bare = loader.loadClass(SERVER + "ServerConnector")
                .getConstructor(loader.loadClass(SERVER + "Server"))
                .newInstance(made("Server"));
        // any free port is the right one for tests, a known one for servers
        assertThat(differences(bare, made("httpConnector"))).isEqualTo(Map.of("getPort", "0, 8080"));
        assertThat(differences(bare, made("sslConnector")))
                .isEqualTo(Map.of(
                        "getPort", "0, 8443",
                        // TLS comes first, as its module says
                        "getDefaultProtocol", "HTTP/1.1, SSL"));
    }

    @Test
    void unixDomainConnector() throws Exception {
        Object factories = Array.newInstance(loader.loadClass(SERVER + "ConnectionFactory"), 0);
        Object bare = loader.loadClass("org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector")
                .getConstructor(loader.loadClass(SERVER + "Server"), factories.getClass())
                .newInstance(made("Server"), factories);
        assertThat(differences(bare, made("unixDomainConnector"))).isEmpty();
    }

    @Test
    void http11Factory() throws Exception {
        Object bare = create("HttpConnectionFactory");
        assertThat(differences(bare, factory("httpConnector", "HttpConnectionFactory")))
                .isEmpty();
        assertThat(differences(bare, factory("sslConnector", "HttpConnectionFactory")))
                .isEmpty();
    }

    @Test
    void http2FactoryWithinTls() throws Exception {
        Object bare = loader.loadClass(HTTP2 + "HTTP2ServerConnectionFactory")
                .getConstructor()
                .newInstance();
        Object configured = factory("sslConnector", "HTTP2ServerConnectionFactory");
        assertThat(differences(bare, configured)).isEmpty();
        assertThat(eventsPerSecond(bare)).isEqualTo(eventsPerSecond(configured));
    }

    @Test
    void http2FactoryInClearText() throws Exception {
        Object bare = loader.loadClass(HTTP2 + "HTTP2CServerConnectionFactory")
                .getConstructor()
                .newInstance();
        Object configured = factory("httpConnector", "HTTP2CServerConnectionFactory");
        // both are Jetty's: that of the class and that of the module differ there, too
        assertThat(differences(bare, configured)).isEqualTo(Map.of("getInitialSessionRecvWindow", "1048576, 1232896"));
        assertThat(eventsPerSecond(bare)).isEqualTo(eventsPerSecond(configured));
    }

    private Object create(String name) throws ReflectiveOperationException {
        return loader.loadClass(SERVER + name).getConstructor().newInstance();
    }

    private Object made(String id) {
        assertThat(made).containsKey(id);
        return made.get(id);
    }

    private Object factory(String connector, String name) throws ReflectiveOperationException {
        Collection<?> factories = (Collection<?>) call(made(connector), "getConnectionFactories");
        return factories.stream()
                .filter(factory -> factory.getClass().getSimpleName().equals(name))
                .findAny()
                .orElseThrow();
    }

    /** The events that the rate control of a connection allows. */
    private Object eventsPerSecond(Object factory) throws ReflectiveOperationException {
        Object rates = call(factory, "getRateControlFactory");
        Class<?> endPoint = loader.loadClass("org.eclipse.jetty.io.EndPoint");
        Object rate = loader.loadClass("org.eclipse.jetty.http2.RateControl$Factory")
                .getMethod("newRateControl", endPoint)
                .invoke(rates, (Object) null);
        return call(rate, "getEventsPerSecond");
    }

    private static Object call(Object object, String method) throws ReflectiveOperationException {
        return object.getClass().getMethod(method).invoke(object);
    }

    /** The getters that return other values, with the default of programs and that of the distribution. */
    private static Map<String, String> differences(Object bare, Object configured) throws ReflectiveOperationException {
        assertThat(configured).hasSameClassAs(bare);
        Map<String, String> differences = new TreeMap<>();
        int count = 0;
        for (Method method : bare.getClass().getMethods()) {
            boolean getter = method.getName().matches("(get|is)[A-Z].*") && method.getParameterCount() == 0;
            if (!getter || !isValue(method.getReturnType())) {
                continue;
            }
            count++;
            String programs = String.valueOf(method.invoke(bare));
            String distributions = String.valueOf(method.invoke(configured));
            if (!programs.equals(distributions)) {
                differences.put(method.getName(), programs + ", " + distributions);
            }
        }
        assertThat(count).isGreaterThan(5);
        // the number follows from the processors of the machine, the name from the protocols
        differences.keySet().removeAll(List.of("getAcceptors", "getManagedContext"));
        return differences;
    }

    /** Whether the text of a value says what it is. */
    private static boolean isValue(Class<?> type) {
        return type.isPrimitive()
                || type.isEnum()
                || List.of(String.class, Duration.class).contains(type)
                || type.getSimpleName().endsWith("Compliance");
    }
}

package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.CookieCompliance;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.MultiPartCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.util.HostPort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No setting is left out where settings are listed. The settings are the public setters, so that a new one is found by itself. */
class HttpConfigurationTest {
    /** For each type of a setting, a value that no setting has by default. */
    private static final Map<Class<?>, Object> OTHER = Map.of(
            String.class,
            "Other",
            HttpCompliance.class,
            HttpCompliance.LEGACY,
            UriCompliance.class,
            UriCompliance.LEGACY,
            CookieCompliance.class,
            CookieCompliance.RFC2965,
            MultiPartCompliance.class,
            MultiPartCompliance.LEGACY,
            SocketAddress.class,
            InetSocketAddress.createUnresolved("192.0.2.1", 81),
            HostPort.class,
            new HostPort("example.org", 82),
            List.class,
            List.of(new HostHeaderCustomizer()),
            Set.class,
            Set.of("QUERY"));

    private final HttpConfiguration bare = new HttpConfiguration();
    private final HttpConfiguration changed = new HttpConfiguration();

    /** Gives each setting another value than the default. */
    @BeforeEach
    void change() throws ReflectiveOperationException {
        Map<String, Object> defaults = settings(bare);
        int number = 100_000;
        for (Method setter : setters()) {
            Class<?> type = setter.getParameterTypes()[0];
            Object value = OTHER.get(type);
            if (type == boolean.class) {
                value = !(boolean) defaults.get(name(setter));
            } else if (type == int.class) {
                value = number++;
            } else if (type == long.class) {
                value = (long) number++;
            }
            assertThat(value).as("another value for " + setter).isNotNull();
            setter.invoke(changed, value);
        }
        changed.addComplianceViolationListener(new ComplianceViolation.Listener() {});
    }

    private static Set<Method> setters() {
        Set<Method> setters = new LinkedHashSet<>();
        for (Method method : HttpConfiguration.class.getMethods()) {
            if (method.getName().startsWith("set") && !method.isVarArgs()) {
                setters.add(method);
            }
        }
        assertThat(setters).hasSizeGreaterThan(40);
        return setters;
    }

    private static String name(Method setter) {
        return Character.toLowerCase(setter.getName().charAt(3))
                + setter.getName().substring(4);
    }

    /** What the getters return, by the names of the settings. */
    private static Map<String, Object> settings(HttpConfiguration configuration) throws ReflectiveOperationException {
        Map<String, Object> settings = new TreeMap<>();
        for (Method setter : setters()) {
            String suffix = setter.getName().substring(3);
            String prefix = setter.getParameterTypes()[0] == boolean.class && !suffix.startsWith("Send") ? "is" : "get";
            settings.put(
                    name(setter),
                    HttpConfiguration.class.getMethod(prefix + suffix).invoke(configuration));
        }
        settings.put("complianceViolationListeners", List.copyOf(configuration.getComplianceViolationListeners()));
        return settings;
    }

    @Test
    void copyHasAllSettings() throws ReflectiveOperationException {
        Map<String, Object> defaults = settings(bare);
        Map<String, Object> expected = settings(changed);
        assertThat(expected).allSatisfy((name, value) -> assertThat(value).isNotEqualTo(defaults.get(name)));
        assertThat(settings(new HttpConfiguration(changed))).isEqualTo(expected);
    }

    @Test
    void dumpShowsAllSettings() throws ReflectiveOperationException {
        String dump = changed.dump();
        settings(changed).forEach((name, value) -> {
            if (value instanceof Iterable<?> several) {
                assertThat(dump).contains(name + " size=1");
                several.forEach(one -> assertThat(dump).contains(one.toString()));
            } else {
                assertThat(dump).contains(name + "=" + value);
            }
        });
    }
}

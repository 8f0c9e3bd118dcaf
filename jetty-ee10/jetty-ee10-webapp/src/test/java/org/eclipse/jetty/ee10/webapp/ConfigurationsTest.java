package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

class ConfigurationsTest {
    static class A extends AbstractConfiguration {
        A() {
            super(new Builder().addDependencies(B.class));
        }
    }

    static class B extends AbstractConfiguration {
        B() {
            super(new Builder());
        }
    }

    static class C extends AbstractConfiguration {
        C() {
            super(new Builder().addDependents(B.class));
        }
    }

    static class InsteadOfB extends AbstractConfiguration {
        InsteadOfB() {
            super(new Builder());
        }

        @Override
        public Class<? extends Configuration> replaces() {
            return B.class;
        }
    }

    static class Cyclic extends AbstractConfiguration {
        Cyclic() {
            super(new Builder().addDependents(B.class).addDependencies(A.class));
        }
    }

    private static String sorted(Configuration... configurations) {
        List<Configuration> list = new ArrayList<>(List.of(configurations));
        Configurations.sort(list);
        return list.toString();
    }

    @Test
    void dependenciesComeFirstAndDependentsLast() {
        assertThat(sorted(new A(), new B(), new C())).isEqualTo("[C, B, A]");
    }

    @Test
    void replacementTakesThePlaceOfTheReplaced() {
        assertThat(sorted(new A(), new B(), new InsteadOfB(), new C())).isEqualTo("[C, InsteadOfB, A]");
    }

    @Test
    void cycleIsRefused() {
        assertThatThrownBy(() -> sorted(new A(), new B(), new Cyclic()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cyclic");
    }

    @Test
    void servicesAreKnownInOrder() {
        List<String> names = Configurations.getKnown().stream()
                .map(c -> c.getClass().getSimpleName())
                .toList();
        assertThat(names)
                .containsSubsequence(
                        "WebInfConfiguration",
                        "WebXmlConfiguration",
                        "MetaInfConfiguration",
                        "FragmentConfiguration",
                        "JettyWebXmlConfiguration");
    }

    @Test
    void unknownClassIsTold() {
        assertThatThrownBy(() -> new Configurations("com.acme.None"))
                .hasMessageContaining("configuration: com.acme.None");
    }

    @Test
    void attributeOfTheServerNamesTheConfigurations() {
        Server server = new Server();
        server.setAttribute(
                "org.eclipse.jetty.webapp.configurations", new String[] {WebXmlConfiguration.class.getName()});
        assertThat(Configurations.getServerDefault(server)).singleElement().isInstanceOf(WebXmlConfiguration.class);
    }
}

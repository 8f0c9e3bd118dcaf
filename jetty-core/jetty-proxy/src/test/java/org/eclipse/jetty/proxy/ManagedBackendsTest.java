package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.eclipse.jetty.jmx.MBeanContainer;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator sees back ends, and takes them out of use, by JMX. */
class ManagedBackendsTest {
    private final MBeanServer mbeans = MBeanServerFactory.newMBeanServer();
    private final MBeanContainer container = new MBeanContainer(mbeans);
    private final BalancerHandler balancer = new BalancerHandler();
    private final Server server = new Server();

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private void start() throws Exception {
        balancer.addBackend("a", "http://localhost:1", Map.of("weight", "3"));
        balancer.addBackend("b", "http://localhost:2");
        server.addBean(container);
        server.setHandler(balancer);
        server.start();
    }

    private ObjectName backend(String name) {
        return balancer.getBackends().stream()
                .filter(each -> each.getName().equals(name))
                .map(container::findMBean)
                .findAny()
                .orElseThrow();
    }

    @Test
    void stateOfEachBackEndIsThere() throws Exception {
        start();
        ObjectName name = backend("a");
        assertThat(mbeans.getAttribute(name, "weight")).isEqualTo(3);
        assertThat(mbeans.getAttribute(name, "state")).hasToString(BackendState.UP.toString());
        assertThat(mbeans.getAttribute(name, "totalRequests")).isEqualTo(0L);
        assertThat((List<?>) mbeans.getAttribute(container.findMBean(balancer), "backendStates"))
                .hasSize(2);
    }

    @Test
    void backEndIsDrainedAndResumedByItsName() throws Exception {
        start();
        ObjectName name = container.findMBean(balancer);
        String[] signature = {String.class.getName()};
        mbeans.invoke(name, "drainBackend", new Object[] {"b"}, signature);
        assertThat(mbeans.getAttribute(backend("b"), "state")).hasToString(BackendState.DRAINING.toString());
        assertThat(mbeans.getAttribute(backend("a"), "state")).hasToString(BackendState.UP.toString());
        mbeans.invoke(name, "resumeBackend", new Object[] {"b"}, signature);
        assertThat(mbeans.getAttribute(backend("b"), "state")).hasToString(BackendState.UP.toString());
    }
}

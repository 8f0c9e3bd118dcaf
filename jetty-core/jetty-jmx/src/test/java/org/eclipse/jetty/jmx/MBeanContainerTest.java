package org.eclipse.jetty.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import org.eclipse.jetty.jmx.acme.Gauge;
import org.eclipse.jetty.jmx.acme.Pump;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class MBeanContainerTest {
    private final MBeanServer mbeans = MBeanServerFactory.newMBeanServer();
    private final MBeanContainer container = new MBeanContainer(mbeans);

    private static final class Tank extends ContainerLifeCycle {}

    private Set<String> names() {
        return mbeans.queryNames(null, null).stream()
                .map(ObjectName::toString)
                .filter(name -> !name.startsWith("JMImplementation"))
                .collect(Collectors.toSet());
    }

    private ObjectName registered(Object component) {
        Tank tank = new Tank();
        tank.addBean(component);
        tank.addBean(container);
        return container.findMBean(component);
    }

    @Test
    void partsOfAServerHaveTheNamesOfJetty() throws Exception {
        Server server = new Server();
        ServerConnector plain = new ServerConnector(server);
        ServerConnector named = new ServerConnector(server, new HttpConnectionFactory());
        named.setName("adm.in");
        server.addConnector(plain);
        server.addConnector(named);
        ContextHandler first = new ContextHandler("/a/b");
        first.setVirtualHosts(List.of("foo.com"));
        ContextHandler root = new ContextHandler("/");
        ContextHandler shown = new ContextHandler("/d");
        shown.setDisplayName("Display Name");
        ContextHandler twin = new ContextHandler("/d");
        server.setHandler(new ContextHandlerCollection(first, root, shown, twin));
        server.addBean(container);
        String context = ",context=oejs_Server@" + Integer.toHexString(server.hashCode());
        assertThat(names())
                .contains(
                        "org.eclipse.jetty.server:type=server" + context + ",id=0",
                        "org.eclipse.jetty.jmx:type=mbeancontainer" + context + ",id=0",
                        "org.eclipse.jetty.util.thread:type=queuedthreadpool" + context + ",id=0");
        server.start();
        try {
            assertThat(names())
                    .contains(
                            "org.eclipse.jetty.server:type=serverconnector" + context + "/h1,id=0",
                            "org.eclipse.jetty.server:type=serverconnector,name=adm_in" + context + "/adm_in,id=0",
                            "org.eclipse.jetty.server:type=httpconnectionfactory" + context + "/h1,id=0",
                            "org.eclipse.jetty.io:type=managedselector" + context + "/h1,id=0",
                            "org.eclipse.jetty.server.handler:type=contexthandlercollection" + context + ",id=0",
                            "org.eclipse.jetty.server.handler:type=contexthandler,name=_a_b" + context
                                    + "/_a_b@foo_com,id=0",
                            "org.eclipse.jetty.server.handler:type=contexthandler,name=ROOT" + context + "/ROOT,id=0",
                            "org.eclipse.jetty.server.handler:type=contexthandler,name=Display_Name" + context
                                    + "/_d,id=0",
                            "org.eclipse.jetty.server.handler:type=contexthandler,name=_d" + context + "/_d,id=0");
            assertThat(container.findBean(container.findMBean(plain))).isSameAs(plain);
            assertThat(mbeans.getAttribute(container.findMBean(server), "connectors"))
                    .isEqualTo(new ObjectName[] {container.findMBean(plain), container.findMBean(named)});
            assertThat(mbeans.getAttribute(container.findMBean(plain), "localPort"))
                    .isEqualTo(plain.getLocalPort());
            assertThat(mbeans.getAttribute(container.findMBean(root), "server")).isEqualTo(container.findMBean(server));
        } finally {
            server.stop();
            container.destroy();
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void everyAttributeOfAServerCanBeReadBySomebodyWithoutItsClasses() throws Exception {
        Server server = new Server(0);
        server.setHandler(new ContextHandlerCollection(new ContextHandler("/a")));
        server.addBean(container);
        server.start();
        try {
            List<String> foreign = new ArrayList<>();
            for (ObjectName name : mbeans.queryNames(new ObjectName("org.eclipse.jetty*:*"), null)) {
                MBeanInfo info = mbeans.getMBeanInfo(name);
                for (var attribute : info.getAttributes()) {
                    Object value = mbeans.getAttribute(name, attribute.getName());
                    String type = value == null ? "" : value.getClass().getName();
                    boolean known = type.isEmpty()
                            || type.startsWith("java.")
                            || type.startsWith("javax.management.")
                            || value.getClass().isArray()
                                    && value.getClass()
                                            .getComponentType()
                                            .getName()
                                            .matches("java.*|javax.management.*|[a-z]+");
                    if (!known) {
                        foreign.add(name + " " + attribute.getName() + ": " + type);
                    }
                }
            }
            assertThat(foreign).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void removedContextTakesItsMBeansAlong() throws Exception {
        Server server = new Server();
        ContextHandlerCollection contexts = new ContextHandlerCollection();
        server.setHandler(contexts);
        server.addBean(container);
        server.start();
        Set<String> before = names();
        ContextHandler context = new ContextHandler("/gone");
        context.addBean(new Pump());
        contexts.addHandler(context);
        contexts.manage(context);
        context.start();
        assertThat(names().size()).isGreaterThan(before.size() + 1);
        context.stop();
        contexts.removeHandler(context);
        assertThat(names()).isEqualTo(before);
        server.stop();
    }

    @Test
    void idsAreTheLowestThatAreFree() {
        Tank tank = new Tank();
        tank.addBean(container);
        Pump[] pumps = {new Pump(), new Pump(), new Pump()};
        for (Pump pump : pumps) {
            tank.addBean(pump);
        }
        assertThat(container.findMBean(pumps[2]).getKeyProperty("id")).isEqualTo("2");
        tank.removeBean(pumps[1]);
        assertThat(container.findMBean(pumps[1])).isNull();
        Pump another = new Pump();
        tank.addBean(another);
        assertThat(container.findMBean(another).getKeyProperty("id")).isEqualTo("1");
    }

    @Test
    void domainReplacesThePackage() {
        container.setDomain("acme");
        assertThat(registered(new Pump()).getDomain()).isEqualTo("acme");
    }

    @Test
    void classWithoutAnnotationHasNoMBean() {
        assertThat(registered("text")).isNull();
        assertThat(container.mbeanFor(new int[1])).isNull();
        assertThat(registered((Runnable) () -> {})).isNull();
    }

    @Test
    void attributesAreReadAndWritten() throws Exception {
        Pump pump = new Pump();
        ObjectName name = registered(pump);
        mbeans.setAttribute(name, new Attribute("pressure", 7));
        assertThat(pump.getPressure()).isEqualTo(7);
        assertThat(mbeans.getAttribute(name, "pressure")).isEqualTo(7);
        mbeans.setAttribute(name, new Attribute("mode", "FAST"));
        assertThat(pump.getMode()).isEqualTo(Pump.Mode.FAST);
        assertThat(mbeans.getAttribute(name, "mode")).isEqualTo("FAST");
        assertThat(mbeans.getAttribute(name, "running")).isEqualTo(true);
        assertThat(mbeans.getAttribute(name, "labels")).isEqualTo(new String[] {"p1", "p2"});
        assertThat(mbeans.getAttribute(name, "parts")).isEqualTo(java.util.Map.of("a", "Part[a]"));
        assertThatThrownBy(() -> mbeans.setAttribute(name, new Attribute("serial", "x")))
                .isInstanceOf(AttributeNotFoundException.class)
                .hasMessageContaining("expected: a writable attribute");
        assertThatThrownBy(() -> mbeans.setAttribute(name, new Attribute("mode", "SIDEWAYS")))
                .hasMessageContaining("SIDEWAYS (expected: one of [SLOW, FAST])");
        assertThatThrownBy(() -> mbeans.getAttribute(name, "none")).isInstanceOf(AttributeNotFoundException.class);
        assertThatThrownBy(() -> mbeans.setAttribute(name, new Attribute("pressure", "high")))
                .isInstanceOf(ReflectionException.class);
        AttributeList list = mbeans.getAttributes(name, new String[] {"pressure", "none", "failing"});
        assertThat(list.asList()).containsExactly(new Attribute("pressure", 7));
        AttributeList written = mbeans.setAttributes(
                name, new AttributeList(List.of(new Attribute("pressure", 9), new Attribute("serial", "x"))));
        assertThat(written.asList()).containsExactly(new Attribute("pressure", 9));
    }

    /** What cannot be read or written, for whatever reason, is missing in the list (javax.management.DynamicMBean). */
    @Test
    void attributesThatFailAreMissingAmongOthers() throws Exception {
        Pump pump = new Pump();
        ObjectName name = registered(pump);
        AttributeList list = mbeans.getAttributes(name, new String[] {"changing", "pressure"});
        assertThat(list.asList()).containsExactly(new Attribute("pressure", pump.getPressure()));
        AttributeList written = mbeans.setAttributes(
                name,
                new AttributeList(List.of(
                        new Attribute("mode", "SIDEWAYS"),
                        new Attribute("pressure", null),
                        new Attribute("pressure", 9))));
        assertThat(written.asList()).containsExactly(new Attribute("pressure", 9));
    }

    @Test
    void failureOfAMethodReachesTheClientAsText() {
        ObjectName name = registered(new Pump());
        assertThatThrownBy(() -> mbeans.getAttribute(name, "failing"))
                .isInstanceOf(MBeanException.class)
                .hasMessageContaining("valve stuck")
                .cause()
                .isExactlyInstanceOf(Exception.class);
    }

    @Test
    void operationsAreCalledWithComponentsByTheirNames() throws Exception {
        Pump pump = new Pump();
        Gauge gauge = new Gauge();
        Tank tank = new Tank();
        tank.addBean(container);
        tank.addBean(pump);
        tank.addBean(gauge);
        ObjectName name = container.findMBean(pump);
        ObjectName gaugeName = container.findMBean(gauge);
        String[] signature = {ObjectName.class.getName(), "int"};
        assertThat(mbeans.invoke(name, "attach", new Object[] {gaugeName, 3}, signature))
                .isEqualTo(gaugeName);
        assertThat(pump.attached()).isSameAs(gauge);
        assertThatThrownBy(() -> mbeans.invoke(name, "attach", new Object[] {name, 3}, signature))
                .hasMessageContaining("expected: the MBean of a " + Gauge.class.getName());
        assertThatThrownBy(() -> mbeans.invoke(name, "attach", new Object[] {gaugeName, null}, signature))
                .isInstanceOf(javax.management.RuntimeOperationsException.class);
        assertThatThrownBy(() -> mbeans.invoke(name, "attach", new Object[0], new String[0]))
                .isInstanceOf(ReflectionException.class);
        MBeanOperationInfo attach = List.of(mbeans.getMBeanInfo(name).getOperations()).stream()
                .filter(operation -> operation.getName().equals("attach"))
                .findFirst()
                .orElseThrow();
        assertThat(attach.getImpact()).isEqualTo(MBeanOperationInfo.ACTION);
        assertThat(attach.getSignature()[0].getName()).isEqualTo("gauge");
        assertThat(attach.getSignature()[0].getDescription()).isEqualTo("what shows the pressure");
        assertThat(attach.getSignature()[1].getName()).isEqualTo("p1");
    }

    @Test
    void classOfAnMBeanAddsToThatOfTheComponent() throws Exception {
        Gauge gauge = new Gauge();
        ObjectName name = registered(gauge);
        assertThat(name.getKeyProperty("name")).isEqualTo("main_gauge");
        assertThat(mbeans.getAttribute(name, "readings")).isEqualTo(42);
        assertThat(mbeans.getAttribute(name, "proxied")).isEqualTo("by the MBean");
        assertThat(mbeans.getMBeanInfo(name).getDescription()).isEqualTo("Shows a pressure");
        assertThat(mbeans.getMBeanInfo(name).getClassName()).isEqualTo(Gauge.class.getName());
        Gauge.Special special = new Gauge.Special();
        assertThat(container.mbeanFor(special).getClass().getSimpleName()).isEqualTo("GaugeMBean");
    }

    @Test
    void metadataOfOtherClassLoadersAreKeptOnlyIfWanted() {
        MBeanContainer forgetful = new MBeanContainer(mbeans, false);
        assertThat(forgetful.isUseCacheForOtherClassLoaders()).isFalse();
        // classes of the JDK's loader and of applications: found out about each time, with the same result
        assertThat(forgetful.mbeanFor(new Pump())).isInstanceOf(ObjectMBean.class);
        assertThat(((ObjectMBean) forgetful.mbeanFor(new Pump())).getMBeanInfo())
                .isEqualTo(((ObjectMBean) container.mbeanFor(new Pump())).getMBeanInfo());
    }

    @Test
    void namesHaveNoCharacterThatEndsThem() throws Exception {
        String name = container.makeName("a:b/c*d?e=f,g\"h\ni j\\k");
        assertThat(name).isEqualTo("a_b/c_d_e_f_g_h_i_j_k");
        new ObjectName("x:y=" + name);
        assertThat(container.makeName(null)).isNull();
    }

    @Test
    void dumpListsTheNames() {
        ObjectName name = registered(new Pump());
        assertThat(container.dump()).contains(name.getCanonicalName());
    }

    @RepeatedTest(100)
    void componentsThatComeAndGoConcurrentlyLeaveNothing() throws Exception {
        Tank tank = new Tank();
        tank.addBean(container);
        int threads = 4;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(() -> {
                    Pump pump = new Pump();
                    barrier.await();
                    container.beanAdded(tank, pump);
                    assertThat(container.findMBean(pump)).isNotNull();
                    container.beanRemoved(tank, pump);
                    return null;
                });
            }
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdown();
        }
        assertThat(names().stream().filter(name -> name.contains("pump"))).isEmpty();
    }
}

package org.eclipse.jetty.util.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class ContainerLifeCycleTest {
    private final List<String> log = new ArrayList<>();

    private final class Part extends ContainerLifeCycle {
        private final String name;
        private final boolean broken;

        private Part(String name) {
            this(name, false);
        }

        private Part(String name, boolean broken) {
            this.name = name;
            this.broken = broken;
        }

        @Override
        protected void doStart() throws Exception {
            log.add("+" + name);
            if (broken) {
                throw new IllegalStateException(name);
            }
            super.doStart();
        }

        @Override
        protected void doStop() throws Exception {
            log.add("-" + name);
            super.doStop();
        }

        @Override
        public void destroy() {
            log.add("x" + name);
            super.destroy();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    public void beansStartInOrderAndStopInReverse() throws Exception {
        Part top = new Part("top");
        Part running = new Part("running");
        running.start();
        top.addBean(new Part("a"));
        top.addBean(new Part("b"), true);
        top.addBean(new Part("c"), false);
        top.addBean(running);
        top.start();
        top.stop();
        top.destroy();
        assertThat(log).containsExactly("+running", "+top", "+a", "+b", "-top", "-b", "-a", "xtop", "xb", "xa");
        assertThat(running.isStarted()).isTrue();
        assertThatThrownBy(top::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    public void failedStartStopsWhatWasStarted() {
        Part top = new Part("top");
        top.addBean(new Part("a"));
        top.addBean(new Part("b", true));
        top.addBean(new Part("c"));
        assertThatThrownBy(top::start).hasMessage("b");
        assertThat(log).containsExactly("+top", "+a", "+b", "-a");
        assertThat(top.isFailed()).isTrue();
    }

    @Test
    public void managedBeanAddedLaterIsStartedAndOthersAreNot() throws Exception {
        Part top = new Part("top");
        top.start();
        top.addBean(new Part("a"), true);
        Part unmanaged = new Part("b");
        top.addBean(unmanaged);
        assertThat(log).containsExactly("+top", "+a");
        assertThat(top.isManaged(unmanaged)).isFalse();
        Part other = new Part("c");
        top.updateBean(top.getBean(Part.class), other, true);
        assertThat(log).containsExactly("+top", "+a", "-a", "+c");
        top.stop();
    }

    @Test
    public void beanThatReplacesAnotherStartsInItsPlace() throws Exception {
        Part top = new Part("top");
        Part first = new Part("a");
        top.addBean(first);
        top.addBean(new Part("b"));
        top.updateBean(first, new Part("c"));
        top.updateBean(null, new Part("d"));
        log.clear();
        top.start();
        assertThat(log).containsExactly("+top", "+c", "+b", "+d");
        top.stop();
    }

    @Test
    public void inheritedListenersLearnOfBeansInBeans() throws Exception {
        List<String> added = new ArrayList<>();
        class Listener implements Container.InheritedListener {
            @Override
            public void beanAdded(Container parent, Object child) {
                if (child != this) {
                    added.add(parent + "/" + child);
                }
            }

            @Override
            public void beanRemoved(Container parent, Object child) {
                if (child != this) {
                    added.remove(parent + "/" + child);
                }
            }
        }
        Part top = new Part("top");
        Part inner = new Part("inner");
        inner.addBean("x");
        top.addBean(inner, true);
        top.addBean(new Listener());
        inner.addBean("y");
        assertThat(added).containsExactly("top/inner", "inner/x", "inner/y");
        top.unmanage(inner);
        assertThat(added).containsExactly("top/inner");
    }

    @Test
    public void dumpIsATreeOfLines() throws Exception {
        Part top = new Part("top");
        Part inner = new Part("inner");
        inner.addBean("leaf");
        top.addBean(inner, true);
        top.addBean(new Part("later"));
        top.addBean(new Part("other"), false);
        top.addBean("pojo");
        String expected = """
                top - STOPPED
                += inner - STOPPED
                |  +- leaf
                +? later - STOPPED
                +~ other - STOPPED
                +- pojo
                """;
        assertThat(top.dump()).isEqualToNormalizingNewlines(expected + Dumpable.LEGEND + "\n");
    }

    @Test
    public void stopWhileStartingEndsStopped() throws Exception {
        AbstractLifeCycle part = new AbstractLifeCycle() {
            @Override
            protected void doStart() {
                throw new StopException();
            }
        };
        part.start();
        assertThat(part.isStopped()).isTrue();
    }
}

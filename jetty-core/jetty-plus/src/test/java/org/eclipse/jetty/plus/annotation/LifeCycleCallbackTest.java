package org.eclipse.jetty.plus.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifeCycleCallbackTest {
    static class Parent {
        final List<String> calls = new ArrayList<>();

        private void start() {
            calls.add("parent");
        }

        void shared() {
            calls.add("parent's shared");
        }
    }

    static class Child extends Parent {
        private void start() {
            calls.add("child");
        }

        @Override
        void shared() {
            calls.add("child's shared");
        }

        void fail() throws IOException {
            throw new IOException("on purpose");
        }

        static void still() {}

        int number() {
            return 1;
        }

        void with(String parameter) {}
    }

    private final LifeCycleCallbackCollection callbacks = new LifeCycleCallbackCollection();

    @Test
    void superclassesAreCalledFirstAtBirthAndLastAtTheEnd() throws Exception {
        callbacks.add(new PostConstructCallback(Child.class, "start"));
        callbacks.add(new PostConstructCallback(Parent.class, "start"));
        callbacks.add(new PreDestroyCallback(Child.class, "start"));
        callbacks.add(new PreDestroyCallback(Parent.class, "start"));
        Child child = new Child();
        callbacks.callPostConstructCallback(child);
        assertThat(child.calls).containsExactly("parent", "child");
        child.calls.clear();
        callbacks.callPreDestroyCallback(child);
        assertThat(child.calls).containsExactly("child", "parent");
    }

    @Test
    void overriddenMethodIsCalledOnce() throws Exception {
        callbacks.add(new PostConstructCallback(Parent.class, "shared"));
        callbacks.add(new PostConstructCallback(Child.class, "shared"));
        Child child = new Child();
        callbacks.callPostConstructCallback(child);
        assertThat(child.calls).containsExactly("child's shared");
    }

    @Test
    void methodIsFoundByNamesWhenItIsCalled() throws Exception {
        callbacks.add(new PostConstructCallback(Parent.class.getName(), "start"));
        Child child = new Child();
        callbacks.callPostConstructCallback(child);
        assertThat(child.calls).containsExactly("parent");
    }

    @Test
    void failureOfTheMethodIsThrown() {
        callbacks.add(new PostConstructCallback(Child.class, "fail"));
        assertThatThrownBy(() -> callbacks.callPostConstructCallback(new Child()))
                .isInstanceOf(IOException.class)
                .hasMessage("on purpose");
    }

    @Test
    void unsuitableMethodsAreRefused() {
        assertThatThrownBy(() -> new PostConstructCallback(Child.class, "still"))
                .hasMessageContaining("is static");
        assertThatThrownBy(() -> new PostConstructCallback(Child.class, "number"))
                .hasMessageContaining("returns int");
        assertThatThrownBy(() -> new PreDestroyCallback(Child.class, "with")).hasMessageContaining("has parameters");
        assertThatThrownBy(() -> new PreDestroyCallback(Child.class, "none")).hasMessageContaining("does not exist");
    }
}

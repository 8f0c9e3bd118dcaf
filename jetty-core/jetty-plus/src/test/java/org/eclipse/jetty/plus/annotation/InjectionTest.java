package org.eclipse.jetty.plus.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InjectionTest {
    static class Parent {
        private Object field;
    }

    static class Target extends Parent {
        private Number number;
        private int size = 3;

        void setNumber(Number number) {
            this.number = number;
        }
    }

    private final InjectionCollection injections = new InjectionCollection();

    private Injection field(Class<?> type, String name) throws Exception {
        var field = type.getDeclaredField(name);
        return new Injection(type, field, field.getType(), name, null);
    }

    @Test
    void fieldsAndSettersAreInjectedWithThoseOfSuperclasses() throws Exception {
        injections.add(field(Parent.class, "field"));
        injections.add(new Injection(
                Target.class, Target.class.getDeclaredMethod("setNumber", Number.class), Number.class, "number", null));
        Target target = new Target();
        injections.inject(target, injection -> injection.getJndiName().equals("number") ? (Object) 7 : "text");
        assertThat(target.number).isEqualTo(7);
        assertThat(((Parent) target).field).isEqualTo("text");
    }

    @Test
    void missingResourceIsToldWithItsPlace() throws Exception {
        injections.add(field(Target.class, "number"));
        assertThatThrownBy(() -> injections.inject(new Target(), injection -> null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("resource number of " + Target.class.getName() + ".number (java.lang.Number)");
        assertThatThrownBy(() -> injections.inject(new Target(), null)).hasMessageContaining("no directory");
    }

    @Test
    void missingValueLeavesTheDefault() throws Exception {
        injections.add(field(Target.class, "size"));
        Target target = new Target();
        injections.inject(target, injection -> null);
        assertThat(target.size).isEqualTo(3);
    }

    @Test
    void resourceOfAnotherTypeIsRefused() throws Exception {
        injections.add(field(Target.class, "number"));
        assertThatThrownBy(() -> injections.inject(new Target(), injection -> "text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got a java.lang.String");
    }
}

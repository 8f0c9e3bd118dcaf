package org.eclipse.jetty.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.ContextNotEmptyException;
import javax.naming.InitialContext;
import javax.naming.InvalidNameException;
import javax.naming.LinkLoopException;
import javax.naming.LinkRef;
import javax.naming.Name;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.ObjectFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamingTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final ClassLoader loader = new URLClassLoader(new URL[0], before);
    private ComponentNaming naming;
    private InitialContext initial;

    /** Makes a text of the address of its reference. */
    public static class Greeter implements ObjectFactory {
        @Override
        public Object getObjectInstance(Object o, Name name, Context context, Hashtable<?, ?> environment) {
            return o instanceof Reference reference
                    ? "hello " + reference.get("who").getContent() + " at " + name
                    : null;
        }
    }

    @BeforeEach
    void enter() throws Exception {
        naming = ComponentNaming.register(loader, "test");
        Thread.currentThread().setContextClassLoader(loader);
        initial = new InitialContext();
    }

    @AfterEach
    void leave() throws Exception {
        naming.close();
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void initialContextIsFoundByTheFileInTheJar() throws Exception {
        initial.bind("one", "1");
        try {
            assertThat(new InitialContext().lookup("one")).isEqualTo("1");
            assertThat(new InitialContext().lookup(new CompositeName("/one"))).isEqualTo("1");
        } finally {
            initial.unbind("one");
        }
        assertThatThrownBy(() -> initial.lookup("one")).isInstanceOf(NameNotFoundException.class);
        // unbinding what is not bound succeeds (Context.unbind)
        initial.unbind("one");
    }

    @Test
    void applicationsSeeTheirOwnComponent() throws Exception {
        initial.bind("java:comp/env/colour", "red");
        assertThat(InitialContext.<String>doLookup("java:comp/env/colour")).isEqualTo("red");
        assertThat(initial.lookup("java:module/env/colour")).isEqualTo("red");
        assertThat(initial.lookup("java:comp/ModuleName")).isEqualTo("test");
        assertThat(initial.lookup("java:app/AppName")).isEqualTo("test");
        assertThat(((Context) initial.lookup("java:comp/env")).lookup("colour")).isEqualTo("red");
        assertThat(((Context) initial.lookup("java:")).lookup("comp/env/colour"))
                .isEqualTo("red");

        // a child of the loader is the same application
        Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], loader));
        assertThat(InitialContext.<String>doLookup("java:comp/env/colour")).isEqualTo("red");

        ClassLoader other = new URLClassLoader(new URL[0], before);
        Thread.currentThread().setContextClassLoader(other);
        try (ComponentNaming otherNaming = ComponentNaming.register(other, "other")) {
            assertThatThrownBy(() -> new InitialContext().lookup("java:comp/env/colour"))
                    .isInstanceOf(NameNotFoundException.class);
        }
    }

    @Test
    void startedApplicationCannotChangeItsNamesButItsContainerCan() throws Exception {
        Context early = (Context) initial.lookup("java:comp/env");
        initial.bind("java:comp/env/early", "bound");
        naming.start();
        for (Context context : List.of(early, (Context) new InitialContext().lookup("java:comp/env"))) {
            assertThatThrownBy(() -> context.bind("late", 1)).isInstanceOf(OperationNotSupportedException.class);
            assertThatThrownBy(() -> context.rebind("early", 1)).isInstanceOf(OperationNotSupportedException.class);
            assertThatThrownBy(() -> context.unbind("early")).isInstanceOf(OperationNotSupportedException.class);
            assertThatThrownBy(() -> context.rename("early", "x")).isInstanceOf(OperationNotSupportedException.class);
            assertThatThrownBy(() -> context.createSubcontext("sub"))
                    .isInstanceOf(OperationNotSupportedException.class);
            assertThatThrownBy(() -> context.destroySubcontext("sub"))
                    .isInstanceOf(OperationNotSupportedException.class);
            assertThat(context.lookup("early")).isEqualTo("bound");
        }
        assertThatThrownBy(() -> initial.bind("java:comp/x", 1)).isInstanceOf(OperationNotSupportedException.class);
        assertThatThrownBy(() -> initial.bind("java:app/x", 1)).isInstanceOf(OperationNotSupportedException.class);
        naming.env().put("jdbc/late", "container");
        assertThat(initial.lookup("java:comp/env/jdbc/late")).isEqualTo("container");
        naming.stop();
        initial.rebind("java:comp/env/early", "again");
        assertThat(initial.lookup("java:comp/env/early")).isEqualTo("again");
    }

    @Test
    void globalNamesAreShared() throws Exception {
        naming.start();
        initial.bind("java:global/g", 7);
        Thread.currentThread().setContextClassLoader(before);
        try {
            assertThat(InitialContext.<Integer>doLookup("java:global/g")).isEqualTo(7);
        } finally {
            initial.unbind("java:global/g");
        }
        assertThatThrownBy(() -> initial.lookup("java:nowhere/g"))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("java:global");
        assertThatThrownBy(() -> initial.unbind("java:comp")).isInstanceOf(OperationNotSupportedException.class);
    }

    @Test
    void subcontextsAreMadeListedAndDestroyed() throws Exception {
        Context env = (Context) initial.lookup("java:comp/env");
        assertThatThrownBy(() -> env.bind("jdbc/a", 1)).isInstanceOf(NameNotFoundException.class);
        Context jdbc = env.createSubcontext("jdbc");
        assertThatThrownBy(() -> env.createSubcontext("jdbc")).isInstanceOf(NameAlreadyBoundException.class);
        jdbc.bind("a", "A");
        env.bind("jdbc/b", 2);
        assertThatThrownBy(() -> jdbc.bind("a", 1)).isInstanceOf(NameAlreadyBoundException.class);
        assertThatThrownBy(() -> jdbc.bind("a/b", 1)).isInstanceOf(NotContextException.class);
        assertThatThrownBy(() -> jdbc.bind("", 1)).isInstanceOf(InvalidNameException.class);
        assertThatThrownBy(() -> env.destroySubcontext("jdbc")).isInstanceOf(ContextNotEmptyException.class);
        assertThatThrownBy(() -> env.destroySubcontext("jdbc/a")).isInstanceOf(NotContextException.class);
        assertThat(jdbc.getNameInNamespace()).isEqualTo("java:comp/env/jdbc");

        List<String> names = new ArrayList<>();
        for (NameClassPair pair : Collections.list(env.list("jdbc"))) {
            names.add(pair.getName() + ":" + pair.getClassName());
        }
        assertThat(names).containsExactlyInAnyOrder("a:java.lang.String", "b:java.lang.Integer");
        List<Object> objects = new ArrayList<>();
        for (Binding binding : Collections.list(jdbc.listBindings(""))) {
            objects.add(binding.getObject());
        }
        assertThat(objects).containsExactlyInAnyOrder("A", 2);
        List<String> spaces = new ArrayList<>();
        for (Binding binding : Collections.list(initial.listBindings("java:"))) {
            spaces.add(binding.getName());
        }
        assertThat(spaces).containsExactlyInAnyOrder("comp", "module", "app", "global");

        env.rename("jdbc/a", "a");
        assertThat(env.lookup("a")).isEqualTo("A");
        env.rename("jdbc", "sql");
        assertThat(env.lookup("sql/b")).isEqualTo(2);
        assertThatThrownBy(() -> env.rename("sql", "a")).isInstanceOf(NameAlreadyBoundException.class);
        env.unbind("sql/b");
        env.destroySubcontext("sql");
        assertThatThrownBy(() -> env.lookup("sql")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void referencesAreResolvedWhenTheyAreLookedUp() throws Exception {
        Reference reference =
                new Reference(String.class.getName(), new StringRefAddr("who", "world"), Greeter.class.getName(), null);
        initial.bind("java:comp/env/greeting", reference);
        assertThat(initial.lookup("java:comp/env/greeting")).isEqualTo("hello world at greeting");
        List<String> types = new ArrayList<>();
        for (NameClassPair pair : Collections.list(initial.list("java:comp/env"))) {
            types.add(pair.getClassName());
        }
        assertThat(types).containsExactly(String.class.getName());

        initial.bind("java:comp/env/none", new Reference("x.Y", "x.Factory", null));
        assertThatThrownBy(() -> initial.lookup("java:comp/env/none"))
                .isInstanceOf(NamingException.class)
                .hasMessageContaining("java:comp/env/none")
                .hasMessageContaining("x.Factory");
    }

    @Test
    void linksAreFollowed() throws Exception {
        initial.bind("target", "server-wide");
        try {
            initial.bind("java:comp/env/absolute", new LinkRef("target"));
            initial.bind("java:comp/env/other", new LinkRef("java:comp/env/absolute"));
            initial.bind("java:comp/env/relative", new LinkRef("./other"));
            initial.bind("java:comp/env/loop", new LinkRef("java:comp/env/loop"));
            initial.bind("java:comp/env/context", new LinkRef("java:comp/env"));
            assertThat(initial.lookup("java:comp/env/absolute")).isEqualTo("server-wide");
            assertThat(initial.lookup("java:comp/env/relative")).isEqualTo("server-wide");
            assertThat(initial.lookup("java:comp/env/context/context/absolute")).isEqualTo("server-wide");
            assertThat(((LinkRef) initial.lookupLink("java:comp/env/other")).getLinkName())
                    .isEqualTo("java:comp/env/absolute");
            assertThatThrownBy(() -> initial.lookup("java:comp/env/loop")).isInstanceOf(LinkLoopException.class);
        } finally {
            initial.unbind("target");
        }
    }

    @Test
    void putMakesTheContextsOnTheWay() throws Exception {
        naming.env().put("a/b/c", "deep");
        naming.env().put("a/b/d", "too");
        assertThat(initial.lookup("java:comp/env/a/b/c")).isEqualTo("deep");
        assertThat(((Context) initial.lookup("java:comp/env/a/b")).getNameInNamespace())
                .isEqualTo("java:comp/env/a/b");
        assertThatThrownBy(() -> naming.env().put("a/b/c/e", 1)).isInstanceOf(NotContextException.class);
    }

    @Test
    void closedNamingForgetsEverything() throws Exception {
        initial.bind("java:comp/env/colour", "red");
        naming.close();
        assertThatThrownBy(() -> new InitialContext().lookup("java:comp/env/colour"))
                .isInstanceOf(NameNotFoundException.class);
        assertThatThrownBy(() -> naming.component().lookup("env")).isInstanceOf(NameNotFoundException.class);
    }

    @Test
    void environmentIsACopyOfEachContext() throws Exception {
        InitialContext mine = new InitialContext(new Hashtable<>(Map.of("mine", "yes")));
        Context env = (Context) mine.lookup("java:comp/env");
        assertThat(env.getEnvironment().get("mine")).isEqualTo("yes");
        env.addToEnvironment("more", 1);
        assertThat(env.removeFromEnvironment("mine")).isEqualTo("yes");
        Context again = (Context) mine.lookup("java:comp/env");
        assertThat(again.getEnvironment().get("mine")).isEqualTo("yes");
        assertThat(again.getEnvironment().get("more")).isNull();
        assertThat(env.composeName("c", "a/b")).isEqualTo("a/b/c");
        assertThat(env.getNameParser("").parse("a//b/").size()).isEqualTo(2);
    }

    @Test
    void dumpShowsTheTree() throws Exception {
        naming.env().put("jdbc/one", new LinkRef("other"));
        naming.env().put("colour", "red");
        assertThat(naming.dump()).contains("jdbc", "link to other", "colour", "red", "ModuleName");
    }
}

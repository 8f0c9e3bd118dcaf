package org.eclipse.jetty.jndi;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;

/** The context of names that start with {@code java:}, for the application of the current thread. Thread-safe. */
public final class JavaURLContext extends AbstractContext {
    /** How names of this context begin. */
    public static final String SCHEME = "java:";

    private static final NamingContext GLOBAL = NamingContext.newRoot("java:global");

    public JavaURLContext(Hashtable<?, ?> environment) {
        super(environment);
    }

    /** Returns java:global, which all applications share. */
    public static NamingContext getGlobal() {
        return GLOBAL;
    }

    /** The name spaces, for the current thread. */
    private Map<String, NamingContext> spaces() {
        ComponentNaming naming = ComponentNaming.current();
        Hashtable<String, Object> environment = getEnvironment();
        NamingContext component =
                naming.component().withEnvironment(environment).guardedBy(naming::isReadOnly);
        NamingContext application =
                naming.application().withEnvironment(environment).guardedBy(naming::isReadOnly);
        return Map.of(
                "comp", component,
                "module", component,
                "app", application,
                "global", GLOBAL.withEnvironment(environment));
    }

    private static Name withoutScheme(Name name) throws NamingException {
        Name path = canonical(name);
        if (path.isEmpty() || !path.get(0).startsWith(SCHEME)) {
            return path;
        }
        String first = path.get(0).substring(SCHEME.length());
        Name rest = path.getSuffix(1);
        return first.isEmpty() ? rest : parse(first).addAll(rest);
    }

    /** Returns the name space of a name. */
    private Context space(Name path) throws NamingException {
        if (path.isEmpty()) {
            throw new InvalidNameException("The name is empty (expected: such as java:comp/env)");
        }
        NamingContext space = spaces().get(path.get(0));
        if (space != null) {
            return space;
        }
        NameNotFoundException unknown = new NameNotFoundException(
                SCHEME + path + " (expected: a name below java:comp, java:module, java:app or java:global)");
        unknown.setRemainingName(path);
        throw unknown;
    }

    private Context spaceToChange(Name path) throws NamingException {
        Context space = space(path);
        if (path.size() == 1) {
            throw new OperationNotSupportedException(SCHEME + path + " cannot be changed");
        }
        return space;
    }

    @Override
    public Object lookup(Name name) throws NamingException {
        Name path = withoutScheme(name);
        return path.isEmpty() ? this : space(path).lookup(path.getSuffix(1));
    }

    @Override
    public Object lookupLink(Name name) throws NamingException {
        Name path = withoutScheme(name);
        return path.isEmpty() ? this : space(path).lookupLink(path.getSuffix(1));
    }

    @Override
    public void bind(Name name, Object object) throws NamingException {
        Name path = withoutScheme(name);
        spaceToChange(path).bind(path.getSuffix(1), object);
    }

    @Override
    public void rebind(Name name, Object object) throws NamingException {
        Name path = withoutScheme(name);
        spaceToChange(path).rebind(path.getSuffix(1), object);
    }

    @Override
    public void unbind(Name name) throws NamingException {
        Name path = withoutScheme(name);
        spaceToChange(path).unbind(path.getSuffix(1));
    }

    @Override
    public void rename(Name oldName, Name newName) throws NamingException {
        Name from = withoutScheme(oldName);
        Name to = withoutScheme(newName);
        Context space = spaceToChange(from);
        spaceToChange(to);
        if (!from.get(0).equals(to.get(0))) {
            throw new OperationNotSupportedException(
                    "A name stays in its name space: " + SCHEME + from + " cannot become " + SCHEME + to);
        }
        space.rename(from.getSuffix(1), to.getSuffix(1));
    }

    @Override
    public Context createSubcontext(Name name) throws NamingException {
        Name path = withoutScheme(name);
        return spaceToChange(path).createSubcontext(path.getSuffix(1));
    }

    @Override
    public void destroySubcontext(Name name) throws NamingException {
        Name path = withoutScheme(name);
        spaceToChange(path).destroySubcontext(path.getSuffix(1));
    }

    @Override
    public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
        Name path = withoutScheme(name);
        if (!path.isEmpty()) {
            return space(path).list(path.getSuffix(1));
        }
        List<Listing.Item<NameClassPair>> items = new ArrayList<>();
        spaces().forEach((key, space) -> items.add(() -> new NameClassPair(key, Context.class.getName())));
        return new Listing<>(items);
    }

    @Override
    public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
        Name path = withoutScheme(name);
        if (!path.isEmpty()) {
            return space(path).listBindings(path.getSuffix(1));
        }
        List<Listing.Item<Binding>> items = new ArrayList<>();
        spaces().forEach((key, space) -> items.add(() -> new Binding(key, Context.class.getName(), space)));
        return new Listing<>(items);
    }

    @Override
    public String getNameInNamespace() {
        return SCHEME;
    }
}

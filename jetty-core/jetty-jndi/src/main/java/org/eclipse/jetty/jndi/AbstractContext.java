package org.eclipse.jetty.jndi;

import java.util.Hashtable;
import java.util.Properties;
import javax.naming.Binding;
import javax.naming.CompoundName;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameParser;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** A context whose methods with text parse that, and call those with names. */
abstract class AbstractContext implements Context {
    private static final Properties SYNTAX = new Properties();

    static {
        SYNTAX.setProperty("jndi.syntax.direction", "left_to_right");
        SYNTAX.setProperty("jndi.syntax.separator", "/");
    }

    private final Hashtable<String, Object> environment = new Hashtable<>();

    protected AbstractContext(@Nullable Hashtable<?, ?> environment) {
        if (environment == null) {
            return;
        }
        environment.forEach((key, value) -> this.environment.put(String.valueOf(key), value));
    }

    /** Splits at slashes; those at the beginning and the end, and double ones, count for nothing. */
    public static Name parse(String name) throws NamingException {
        return canonical(new CompoundName(name, SYNTAX));
    }

    /** Returns the name without empty components. */
    protected static Name canonical(Name name) throws NamingException {
        Name canonical = new CompoundName("", SYNTAX);
        for (int i = 0; i < name.size(); i++) {
            if (!name.get(i).isEmpty()) {
                canonical.add(name.get(i));
            }
        }
        return canonical;
    }

    @Override
    public Object lookup(String name) throws NamingException {
        return lookup(parse(name));
    }

    @Override
    public Object lookupLink(String name) throws NamingException {
        return lookupLink(parse(name));
    }

    @Override
    public void bind(String name, Object object) throws NamingException {
        bind(parse(name), object);
    }

    @Override
    public void rebind(String name, Object object) throws NamingException {
        rebind(parse(name), object);
    }

    @Override
    public void unbind(String name) throws NamingException {
        unbind(parse(name));
    }

    @Override
    public void rename(String oldName, String newName) throws NamingException {
        rename(parse(oldName), parse(newName));
    }

    @Override
    public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
        return list(parse(name));
    }

    @Override
    public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
        return listBindings(parse(name));
    }

    @Override
    public Context createSubcontext(String name) throws NamingException {
        return createSubcontext(parse(name));
    }

    @Override
    public void destroySubcontext(String name) throws NamingException {
        destroySubcontext(parse(name));
    }

    @Override
    public NameParser getNameParser(String name) {
        return AbstractContext::parse;
    }

    @Override
    public NameParser getNameParser(Name name) {
        return AbstractContext::parse;
    }

    @Override
    public String composeName(String name, String prefix) throws NamingException {
        return composeName(parse(name), parse(prefix)).toString();
    }

    @Override
    public Name composeName(Name name, Name prefix) throws NamingException {
        return canonical(prefix).addAll(canonical(name));
    }

    @Override
    public Object addToEnvironment(String key, Object value) {
        return environment.put(key, value);
    }

    @Override
    public Object removeFromEnvironment(String key) {
        return environment.remove(key);
    }

    /** Returns a copy of the environment. */
    @Override
    public Hashtable<String, Object> getEnvironment() {
        return new Hashtable<>(environment);
    }

    @Override
    public void close() {
        // the names are not the context's, and nothing else is held
    }
}

package org.eclipse.jetty.plus.jndi;

import java.util.Objects;
import javax.naming.NamingException;
import org.eclipse.jetty.jndi.ComponentNaming;
import org.eclipse.jetty.jndi.InitialContextFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A name in a scope and what it stands for, to be bound where applications look.
 *
 * <p>One that an application makes, as by its WEB-INF/jetty-env.xml, goes with it, whatever the scope. Immutable.
 */
public abstract class NamingEntry {
    private static final Logger LOG = LoggerFactory.getLogger(NamingEntry.class);

    private final Scope scope;
    private final String jndiName;
    private final Object object;

    /** The application that makes it. */
    private final @Nullable ComponentNaming owner = ComponentNaming.ofApplication();

    /**
     * Puts an entry in a scope, in place of what that has under this name.
     *
     * @param scope null for the JVM, an environment or its name, a server, or a web application
     * @param jndiName the name, such as jdbc/main, relative to java:comp/env
     * @param object what is bound; a {@link javax.naming.Reference} is resolved when it is looked up
     */
    protected NamingEntry(@Nullable Object scope, String jndiName, Object object) throws NamingException {
        this.scope = Scope.of(scope);
        this.jndiName = NamingEntryUtil.relative(jndiName);
        this.object = Objects.requireNonNull(object, "object of " + jndiName);
        NamingEntry before = this.scope.entries().put(this.jndiName, this);
        if (before != null) {
            LOG.warn("{} takes the place of {}", this, before);
        }
        if (isInInitialContext()) {
            InitialContextFactory.getRoot().put(this.jndiName, object);
        }
    }

    /** Whether this is known to everybody by the initial context. */
    boolean isInInitialContext() {
        return scope == Scope.of(null);
    }

    public String getJndiName() {
        return jndiName;
    }

    /** Returns what is bound. */
    public Object getObject() {
        return object;
    }

    /** Whether the application with these names has made it. */
    boolean isMadeBy(ComponentNaming application) {
        return owner == application;
    }

    /** Binds this in java:comp/env of the application that the current thread works for. */
    public void bindToENC(String localName) throws NamingException {
        ComponentNaming.current().env().put(NamingEntryUtil.relative(localName), object);
    }

    /** Takes this out of java:comp/env of the application that the current thread works for. */
    public void unbindENC() throws NamingException {
        ComponentNaming.current().env().unbind(jndiName);
    }

    /** Takes this out of its scope; applications that have it keep it. */
    public void release() throws NamingException {
        if (scope.entries().remove(jndiName, this) && isInInitialContext()) {
            InitialContextFactory.getRoot().unbind(jndiName);
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " " + jndiName + " of " + scope;
    }
}

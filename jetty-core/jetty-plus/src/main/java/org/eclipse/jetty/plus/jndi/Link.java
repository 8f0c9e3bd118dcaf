package org.eclipse.jetty.plus.jndi;

import javax.naming.LinkRef;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** A name that stands for another one: of an entry, or of the directory. Immutable. */
public class Link extends NamingEntry {
    private final String link;

    /**
     * @param jndiName the name that applications use
     * @param link the name that is meant
     */
    public Link(@Nullable Object scope, String jndiName, String link) throws NamingException {
        super(scope, jndiName, new LinkRef(link));
        this.link = link;
    }

    public Link(String jndiName, String link) throws NamingException {
        this(null, jndiName, link);
    }

    public String getLink() {
        return link;
    }

    /** An entry is found by scope, so that the initial context may know nothing of it; a link to itself would be a circle. */
    @Override
    boolean isInInitialContext() {
        return false;
    }
}

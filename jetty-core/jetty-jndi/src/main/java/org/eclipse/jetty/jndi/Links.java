package org.eclipse.jetty.jndi;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.LinkLoopException;
import javax.naming.LinkRef;
import javax.naming.NamingException;

/**
 * Follows links: those that start with a dot from the context that holds them, others from the initial context of this
 * server, or the URL context of their scheme. How many were followed travels in the environment of the contexts. Stateless.
 */
final class Links {
    /** How many links may lead to a name. */
    static final int MAX_LINKS = 32;

    private static final String FOLLOWED = "org.eclipse.jetty.jndi.followed";

    private Links() {}

    /** Returns what a link leads to. */
    public static Object follow(LinkRef link, NamingContext holder) throws NamingException {
        String name = link.getLinkName();
        Hashtable<String, Object> environment = holder.getEnvironment();
        int followed = environment.get(FOLLOWED) instanceof Integer count ? count + 1 : 1;
        if (followed > MAX_LINKS) {
            LinkLoopException loop =
                    new LinkLoopException("More than " + MAX_LINKS + " links, the last one to " + name);
            loop.setLinkResolvedName(AbstractContext.parse(name));
            throw loop;
        }
        environment.put(FOLLOWED, followed);
        if (name.startsWith("./")) {
            return holder.withEnvironment(environment).lookup(name.substring(2));
        }
        return start(name, environment).lookup(name);
    }

    private static Context start(String name, Hashtable<String, Object> environment) throws NamingException {
        if (name.startsWith(JavaURLContext.SCHEME)) {
            return new JavaURLContext(environment);
        }
        boolean isUrl = name.indexOf(':') > 0 && (name.indexOf('/') < 0 || name.indexOf(':') < name.indexOf('/'));
        if (isUrl) {
            return new InitialContext(environment);
        }
        return InitialContextFactory.getRoot().withEnvironment(environment);
    }
}

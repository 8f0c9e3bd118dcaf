package org.eclipse.jetty.ee10.jndi.factories;

import jakarta.mail.Authenticator;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import java.util.Hashtable;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.ObjectFactory;
import org.eclipse.jetty.util.security.Password;
import org.jspecify.annotations.Nullable;

/**
 * A mail session, to be bound as a resource: each lookup makes one. The API of mail and its implementation are brought by whoever uses
 * it. Not thread-safe while it is configured.
 *
 * <pre>{@code
 * <New class="org.eclipse.jetty.plus.jndi.Resource">
 *   <Arg>mail/main</Arg>
 *   <Arg>
 *     <New class="org.eclipse.jetty.ee10.jndi.factories.MailSessionReference">
 *       <Set name="user">name</Set>
 *       <Set name="password">OBF:...</Set>
 *       <Set name="properties"><New class="java.util.Properties">...</New></Set>
 *     </New>
 *   </Arg>
 * </New>
 * }</pre>
 */
public class MailSessionReference extends Reference implements ObjectFactory {
    private static final long serialVersionUID = 1L;
    private static final String USER = "user";
    private static final String PASSWORD = "password";
    private static final String PROPERTY = "property.";

    public MailSessionReference() {
        super(Session.class.getName(), MailSessionReference.class.getName(), null);
    }

    /** Sets the user; without one the session authenticates nobody. */
    public void setUser(@Nullable String user) {
        replace(USER, user);
    }

    /** Sets the password, in clear or as OBF: says it. */
    public void setPassword(@Nullable String password) {
        replace(PASSWORD, password);
    }

    /** Sets properties of the session, such as mail.smtp.host. */
    public void setProperties(Properties properties) {
        for (String name : properties.stringPropertyNames()) {
            replace(PROPERTY + name, properties.getProperty(name));
        }
    }

    private void replace(String type, @Nullable String value) {
        for (int i = size(); i-- > 0; ) {
            if (get(i).getType().equals(type)) {
                remove(i);
            }
        }
        if (value != null) {
            add(new StringRefAddr(type, value));
        }
    }

    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment) {
        if (!(object instanceof Reference reference) || !Session.class.getName().equals(reference.getClassName())) {
            return null;
        }
        Properties properties = new Properties();
        for (int i = 0; i < reference.size(); i++) {
            String type = reference.get(i).getType();
            if (type.startsWith(PROPERTY)) {
                properties.put(
                        type.substring(PROPERTY.length()), reference.get(i).getContent());
            }
        }
        String user = content(reference, USER);
        return Session.getInstance(properties, user == null ? null : new Login(user, content(reference, PASSWORD)));
    }

    private static @Nullable String content(Reference reference, String type) {
        return reference.get(type) == null ? null : (String) reference.get(type).getContent();
    }

    /** Answers with one name and password. */
    private static final class Login extends Authenticator {
        private final PasswordAuthentication authentication;

        Login(String user, @Nullable String password) {
            String clear = password == null ? null : new Password(password).toString();
            authentication = new PasswordAuthentication(user, clear);
        }

        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            return authentication;
        }
    }
}

package org.eclipse.jetty.ee10.jndi.factories;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import java.util.Properties;
import org.eclipse.jetty.jndi.NamingContext;
import org.eclipse.jetty.util.security.Password;
import org.junit.jupiter.api.Test;

class MailSessionReferenceTest {
    private final NamingContext context = NamingContext.newRoot("test");
    private final MailSessionReference reference = new MailSessionReference();

    private Session bound() throws Exception {
        context.rebind("mail", reference);
        return (Session) context.lookup("mail");
    }

    private static PasswordAuthentication login(Session session) {
        return session.requestPasswordAuthentication(null, 25, "smtp", "?", null);
    }

    @Test
    void lookupMakesASession() throws Exception {
        Properties properties = new Properties();
        properties.setProperty("mail.smtp.host", "mail.example.com");
        reference.setProperties(properties);
        reference.setUser("anna");
        reference.setPassword(Password.obfuscate("secret"));
        Session session = bound();
        assertThat(session.getProperty("mail.smtp.host")).isEqualTo("mail.example.com");
        assertThat(login(session).getUserName()).isEqualTo("anna");
        assertThat(login(session).getPassword()).isEqualTo("secret");
        reference.setPassword("clear");
        assertThat(login(bound()).getPassword()).isEqualTo("clear");
    }

    @Test
    void sessionWithoutUserAuthenticatesNobody() throws Exception {
        assertThat(login(bound())).isNull();
    }
}

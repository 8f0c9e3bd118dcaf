package org.eclipse.jetty.ee10.security.jaspi.callback;

import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import org.eclipse.jetty.util.security.Credential;
import org.jspecify.annotations.Nullable;

/** Asks for the check of a credential other than a password. Confined to its thread. */
public class CredentialValidationCallback implements Callback {
    private final Subject subject;
    private final String username;
    private @Nullable Credential credential;
    private boolean result;

    public CredentialValidationCallback(Subject subject, String username, Credential credential) {
        this.subject = subject;
        this.username = username;
        this.credential = credential;
    }

    public Subject getSubject() {
        return subject;
    }

    public String getUsername() {
        return username;
    }

    public @Nullable Credential getCredential() {
        return credential;
    }

    public void clearCredential() {
        credential = null;
    }

    /** Whether the credential is that of the user. */
    public boolean getResult() {
        return result;
    }

    public void setResult(boolean result) {
        this.result = result;
    }
}

package org.eclipse.jetty.tests.webapp.login;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** The users: ann, who is a customer, and bob, who is none. Thread-safe. */
@ApplicationScoped
public class Users implements IdentityStore {
    /** Called by Jakarta Security, which finds it by its parameter. */
    public CredentialValidationResult validate(UsernamePasswordCredential credential) {
        if (credential.compareTo("ann", "secret")) {
            return new CredentialValidationResult("ann", Set.of("customer"));
        }
        return credential.compareTo("bob", "secret")
                ? new CredentialValidationResult("bob", Set.of("guest"))
                : CredentialValidationResult.INVALID_RESULT;
    }
}

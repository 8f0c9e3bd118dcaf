package org.eclipse.jetty.tests.webapp.login;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.CallerPrincipal;
import jakarta.security.enterprise.credential.RememberMeCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.RememberMeIdentityStore;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The users who are remembered, by the tokens of their cookies. Thread-safe. */
@ApplicationScoped
public class RememberedUsers implements RememberMeIdentityStore {
    private final Map<String, CredentialValidationResult> tokens = new ConcurrentHashMap<>();

    @Override
    public CredentialValidationResult validate(RememberMeCredential credential) {
        return tokens.getOrDefault(credential.getToken(), CredentialValidationResult.INVALID_RESULT);
    }

    @Override
    public String generateLoginToken(CallerPrincipal caller, Set<String> groups) {
        String token = UUID.randomUUID().toString();
        tokens.put(token, new CredentialValidationResult(caller, groups));
        return token;
    }

    @Override
    public void removeLoginToken(String token) {
        tokens.remove(token);
    }
}

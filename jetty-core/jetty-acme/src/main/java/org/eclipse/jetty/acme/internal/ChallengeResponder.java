package org.eclipse.jetty.acme.internal;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.shredzone.acme4j.Identifier;
import org.shredzone.acme4j.challenge.Challenge;

/** Answers the challenges of one type, from {@link #publish} until {@link #withdraw}. Thread-safe. */
public interface ChallengeResponder {
    /** The type of the challenge (RFC 8555, section 8). */
    String type();

    void publish(Challenge challenge, Identifier host) throws IOException, GeneralSecurityException;

    void withdraw(Challenge challenge, Identifier host);
}

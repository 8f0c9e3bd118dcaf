package org.eclipse.jetty.acme;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import org.eclipse.jetty.acme.internal.ChallengeResponder;
import org.eclipse.jetty.acme.internal.Keys;
import org.eclipse.jetty.acme.internal.TrustingProvider;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.AccountBuilder;
import org.shredzone.acme4j.Authorization;
import org.shredzone.acme4j.Login;
import org.shredzone.acme4j.Order;
import org.shredzone.acme4j.Problem;
import org.shredzone.acme4j.RenewalInfo;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.Status;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.connector.Resource;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.exception.AcmeServerException;

/** Asks an authority for certificates, and when to renew them. Confined to one thread; its methods wait for the authority. */
final class AcmeClient {
    static final String SERVER = "server";
    private static final String ACCOUNT_DOES_NOT_EXIST = "urn:ietf:params:acme:error:accountDoesNotExist";
    private static final String ACCOUNT = "account";
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    private final AcmeSettings settings;
    private final AcmeFiles files;
    private final ChallengeResponder responder;

    AcmeClient(AcmeSettings settings, AcmeFiles files, ChallengeResponder responder) {
        this.settings = settings;
        this.files = files;
        this.responder = responder;
    }

    private Session session() throws IOException, GeneralSecurityException {
        Session session = new Session(settings.getDirectory(), new TrustingProvider(settings.getTrustStore()));
        session.networkSettings().setTimeout(REQUEST_TIMEOUT);
        return session;
    }

    /** Whether the certificate that is used was issued by the authority of the settings. */
    boolean isIssuedHere() throws IOException {
        return settings.getDirectory().toString().equals(files.state(SERVER));
    }

    /** Gets a certificate, and writes it to the files; returns it. */
    X509Certificate issue() throws AcmeException, IOException, GeneralSecurityException, InterruptedException {
        Session session = session();
        Login login = login(session);
        Order order;
        try {
            order = login.newOrder().domains(settings.getNames()).create();
        } catch (AcmeServerException x) {
            if (!ACCOUNT_DOES_NOT_EXIST.equals(x.getType().toString())) {
                throw x;
            }
            // the authority has forgotten the account
            login = createAccount(session);
            order = login.newOrder().domains(settings.getNames()).create();
        }
        for (Authorization authorization : order.getAuthorizations()) {
            prove(authorization);
        }
        if (order.waitUntilReady(settings.getTimeout()) == Status.INVALID) {
            throw failed("the order", order.getError());
        }
        KeyPair keys = Keys.create(settings.getKeyType());
        order.execute(keys);
        Status status = order.waitForCompletion(settings.getTimeout());
        if (status != Status.VALID) {
            throw failed("the order (" + status + ")", order.getError());
        }
        files.writeCertificate(keys, order.getCertificate().getCertificateChain());
        Properties state = new Properties();
        state.setProperty(SERVER, settings.getDirectory().toString());
        state.setProperty(ACCOUNT, login.getAccountLocation().toString());
        files.writeState(state);
        return order.getCertificate().getCertificate();
    }

    private Login login(Session session) throws AcmeException, IOException, GeneralSecurityException {
        String account = files.state(ACCOUNT);
        if (account == null || !isIssuedHere()) {
            return createAccount(session);
        }
        URL location = URI.create(account).toURL();
        return session.login(location, files.accountKeys());
    }

    /** Makes an account, or finds that of the key. */
    private Login createAccount(Session session) throws AcmeException, IOException, GeneralSecurityException {
        if (session.getMetadata().isExternalAccountRequired() && settings.getEabKeyId() == null) {
            throw new AcmeException(
                    "the authority has accounts of its customers only (expected: jetty.acme.eabKeyId and"
                            + " jetty.acme.eabSecret as it has given them to you)");
        }
        AccountBuilder builder =
                new AccountBuilder().useKeyPair(files.accountKeys()).agreeToTermsOfService();
        for (String contact : settings.getContacts()) {
            builder.addEmail(contact);
        }
        if (settings.getEabKeyId() != null) {
            builder.withKeyIdentifier(settings.getEabKeyId(), settings.getEabSecret());
        }
        return builder.createLogin(session);
    }

    private void prove(Authorization authorization)
            throws AcmeException, IOException, GeneralSecurityException, InterruptedException {
        if (authorization.getStatus() == Status.VALID) {
            return;
        }
        String host = authorization.getIdentifier().getDomain();
        Optional<Challenge> offered = authorization.findChallenge(responder.type());
        if (offered.isEmpty()) {
            throw new AcmeException(
                    "the authority does not offer " + responder.type() + " for " + host + " (expected: one of "
                            + authorization.getChallenges().stream()
                                    .map(Challenge::getType)
                                    .toList() + ")");
        }
        Challenge challenge = offered.get();
        responder.publish(challenge, authorization.getIdentifier());
        try {
            challenge.trigger();
            Status status = authorization.waitForCompletion(settings.getTimeout());
            if (status != Status.VALID) {
                challenge.fetch();
                throw failed(
                        "the check of " + host + " by " + responder.type() + " (" + status + ")", challenge.getError());
            }
        } finally {
            responder.withdraw(challenge, authorization.getIdentifier());
        }
    }

    private static AcmeException failed(String what, Optional<Problem> problem) {
        return new AcmeException(
                what + " failed" + problem.map(x -> ": " + x).orElse(", the authority does not say why"));
    }

    /**
     * When the authority wants a certificate to be renewed (RFC 9773).
     *
     * @param next when it will be asked again
     * @return null where it has no opinion; {@link Instant#MAX} when not before the next time
     */
    @Nullable
    Instant suggestedRenewal(X509Certificate certificate, Duration next)
            throws AcmeException, IOException, GeneralSecurityException {
        if (!isIssuedHere()) {
            return null;
        }
        Session session = session();
        if (session.resourceUrlOptional(Resource.RENEWAL_INFO).isEmpty()) {
            return null;
        }
        RenewalInfo info = login(session).bindRenewalInfo(certificate);
        info.fetch();
        return info.getRandomProposal(next).orElse(Instant.MAX);
    }
}

package org.eclipse.jetty.security.openid;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.security.AuthenticationState;
import org.eclipse.jetty.security.jwt.internal.ClaimRules;
import org.eclipse.jetty.security.jwt.internal.Claims;
import org.eclipse.jetty.security.jwt.internal.InvalidTokenException;
import org.eclipse.jetty.security.jwt.internal.TokenVerifier;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles the logout requests of the provider. Thread-safe. */
final class ProviderLogout {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderLogout.class);
    private static final int MAX_FIELDS = 10;
    private static final int MAX_BYTES = 64 * 1024;

    private final OpenIdConfiguration configuration;
    private final SessionLogin logins;

    ProviderLogout(OpenIdConfiguration configuration, SessionLogin logins) {
        this.configuration = configuration;
        this.logins = logins;
    }

    /** Takes a logout token (OpenID Connect Back-Channel Logout 1.0, sections 2.5 to 2.8). */
    AuthenticationState backChannel(Request request, Response response, Callback callback) {
        if (!HttpMethod.POST.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            return AuthenticationState.SEND_FAILURE;
        }
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        try {
            Fields form = FormFields.getFields(request, MAX_FIELDS, MAX_BYTES);
            String token = form.getValue("logout_token");
            if (token == null) {
                throw new InvalidTokenException("there is no logout token");
            }
            logout(token);
        } catch (InvalidTokenException x) {
            LOG.warn("A logout by {} is refused: {}", configuration.getIssuer(), x.getMessage());
            return refuse(response, callback, HttpStatus.BAD_REQUEST_400, "invalid_request");
        } catch (HttpException.RuntimeException x) {
            Response.writeError(request, response, callback, x);
            return AuthenticationState.SEND_FAILURE;
        } catch (IOException x) {
            LOG.warn("A logout by {} cannot be checked: {}", configuration.getIssuer(), x.getMessage());
            return refuse(response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, "temporarily_unavailable");
        }
        response.setStatus(HttpStatus.OK_200);
        response.write(true, null, callback);
        return AuthenticationState.SEND_SUCCESS;
    }

    private void logout(String token) throws InvalidTokenException, IOException {
        TokenVerifier.Verified verified = configuration.verifier().verify(token);
        configuration.rules().checkLogoutToken(verified);
        Map<String, Object> claims = verified.claims();
        if (!configuration.logouts().isNew(ClaimRules.require(claims, "jti"))) {
            throw new InvalidTokenException("the logout token was used before");
        }
        Long issued = Claims.seconds(claims, "iat");
        assert issued != null : "required by checkLogoutToken";
        configuration.logouts().logout(Claims.string(claims, "sid"), Claims.string(claims, "sub"), issued);
    }

    private static AuthenticationState refuse(Response response, Callback callback, int status, String error) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, StandardCharsets.US_ASCII.encode("{\"error\":\"" + error + "\"}"), callback);
        return AuthenticationState.SEND_FAILURE;
    }

    /**
     * Takes the request of a frame in the page of the provider (OpenID Connect Front-Channel Logout 1.0, section 3): ends the session
     * of the browser, or where browsers keep cookies from frames, that of the session id. Both have to be those of the provider.
     */
    AuthenticationState frontChannel(Request request, Response response, Callback callback) {
        Fields query = Request.extractQueryParameters(request);
        String issuer = query.getValue("iss");
        String sid = query.getValue("sid");
        if (issuer == null || !issuer.equals(configuration.getIssuer()) || sid == null) {
            LOG.warn("A logout by {} is refused: iss or sid is missing or wrong", configuration.getIssuer());
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400);
            return AuthenticationState.SEND_FAILURE;
        }
        Session session = request.getSession(false);
        OpenIdAuthentication login = logins.peek(session);
        if (session != null && login != null && sid.equals(login.login().sid())) {
            logins.remove(session);
            session.invalidate();
        } else {
            configuration.logouts().endKnown(sid);
        }
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, no-store");
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html");
        Content.Sink.write(response, true, "<!DOCTYPE html><title>Logged out</title>", callback);
        return AuthenticationState.SEND_SUCCESS;
    }
}

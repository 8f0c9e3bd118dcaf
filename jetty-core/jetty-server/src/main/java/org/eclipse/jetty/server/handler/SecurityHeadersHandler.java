package org.eclipse.jetty.server.handler;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.page.HtmlPage;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Adds the response fields by which browsers protect pages: Content Security Policy, protection against framing, sniffing and
 * leaks between origins, and HTTP Strict Transport Security.
 *
 * <p>A field that the response has already, set by the application or by another part of the server, stays as it is. Error
 * pages get the fields too, except answers to malformed requests, which reach no handler. The defaults are strict: a page loads scripts, styles and images from its own origin only.
 *
 * <p>The policy may hold two variables. {@code {nonce}} is a source expression with a value that is new for each request, which
 * applications read from the request attribute {@link #NONCE_ATTRIBUTE} and write into {@code <script nonce="...">} and
 * {@code <style nonce="...">}. {@code {style}} is one with the digest of the style of the server's own pages. A 304 (Not
 * Modified) has no policy, as the stored page belongs to the nonce that came with it.
 *
 * <p>Settings change before it is started; then thread-safe.
 */
public class SecurityHeadersHandler extends ConditionalHandler.ElseNext {
    /** The request attribute with the nonce of the response, a text in base64url. */
    public static final String NONCE_ATTRIBUTE = "org.eclipse.jetty.csp.nonce";

    private static final String DEFAULT_POLICY =
            "default-src 'self'; script-src 'self' {nonce}; style-src 'self' {nonce} {style}; "
                    + "img-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";
    private static final String DEFAULT_PERMISSIONS =
            "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), "
                    + "geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";
    private static final String POLICY = "Content-Security-Policy";
    private static final String REPORT_ONLY = "Content-Security-Policy-Report-Only";
    private static final String NONCE = "{nonce}";
    private static final String STYLE = "{style}";
    private static final int NONCE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, String> values = new LinkedHashMap<>();
    private String policy = DEFAULT_POLICY;
    private boolean policyReportOnly;
    private String transportSecurity = "max-age=31536000";

    private List<HttpField> fields = List.of();
    private @Nullable HttpField transportSecurityField;
    private String policyName;
    private String policyTemplate;

    public SecurityHeadersHandler() {
        this(null);
    }

    public SecurityHeadersHandler(@Nullable Handler handler) {
        super(handler);
        values.put("X-Content-Type-Options", "nosniff");
        values.put("X-Frame-Options", "SAMEORIGIN");
        values.put("Referrer-Policy", "same-origin");
        values.put("Permissions-Policy", DEFAULT_PERMISSIONS);
        values.put("Cross-Origin-Opener-Policy", "same-origin");
        values.put("Cross-Origin-Embedder-Policy", "require-corp");
        values.put("Cross-Origin-Resource-Policy", "same-origin");
    }

    public String getContentSecurityPolicy() {
        return policy;
    }

    /**
     * Sets the Content Security Policy, with the variables {@code {nonce}} and {@code {style}}; empty for none.
     *
     * @throws IllegalArgumentException it has characters that a field cannot have, or another variable
     */
    public void setContentSecurityPolicy(String newPolicy) {
        checkNotStarted();
        String checked = checked(POLICY, newPolicy);
        String rest = checked.replace(NONCE, "").replace(STYLE, "");
        if (rest.indexOf('{') >= 0 || rest.indexOf('}') >= 0) {
            throw new IllegalArgumentException(
                    POLICY + ": " + newPolicy + " (expected: no variables but {nonce} and {style})");
        }
        policy = checked;
    }

    /** Whether browsers only report violations of the policy, by {@code Content-Security-Policy-Report-Only}. */
    public boolean isContentSecurityPolicyReportOnly() {
        return policyReportOnly;
    }

    public void setContentSecurityPolicyReportOnly(boolean reportOnly) {
        checkNotStarted();
        policyReportOnly = reportOnly;
    }

    public @Nullable String getContentTypeOptions() {
        return values.get("X-Content-Type-Options");
    }

    /** Sets {@code X-Content-Type-Options} (Fetch); empty for none. */
    public void setContentTypeOptions(String value) {
        set("X-Content-Type-Options", value);
    }

    public @Nullable String getFrameOptions() {
        return values.get("X-Frame-Options");
    }

    /** Sets {@code X-Frame-Options} (RFC 7034), for browsers that do not know {@code frame-ancestors}; empty for none. */
    public void setFrameOptions(String value) {
        set("X-Frame-Options", value);
    }

    public @Nullable String getReferrerPolicy() {
        return values.get("Referrer-Policy");
    }

    /** Sets {@code Referrer-Policy} (W3C Referrer Policy); empty for none. */
    public void setReferrerPolicy(String value) {
        set("Referrer-Policy", value);
    }

    public @Nullable String getPermissionsPolicy() {
        return values.get("Permissions-Policy");
    }

    /** Sets {@code Permissions-Policy} (W3C Permissions Policy); empty for none. */
    public void setPermissionsPolicy(String value) {
        set("Permissions-Policy", value);
    }

    public @Nullable String getCrossOriginOpenerPolicy() {
        return values.get("Cross-Origin-Opener-Policy");
    }

    /** Sets {@code Cross-Origin-Opener-Policy} (HTML); empty for none. */
    public void setCrossOriginOpenerPolicy(String value) {
        set("Cross-Origin-Opener-Policy", value);
    }

    public @Nullable String getCrossOriginEmbedderPolicy() {
        return values.get("Cross-Origin-Embedder-Policy");
    }

    /** Sets {@code Cross-Origin-Embedder-Policy} (HTML); empty for none. */
    public void setCrossOriginEmbedderPolicy(String value) {
        set("Cross-Origin-Embedder-Policy", value);
    }

    public @Nullable String getCrossOriginResourcePolicy() {
        return values.get("Cross-Origin-Resource-Policy");
    }

    /** Sets {@code Cross-Origin-Resource-Policy} (Fetch); empty for none. */
    public void setCrossOriginResourcePolicy(String value) {
        set("Cross-Origin-Resource-Policy", value);
    }

    public String getStrictTransportSecurity() {
        return transportSecurity;
    }

    /** Sets {@code Strict-Transport-Security} (RFC 6797), which only responses to secure requests get; empty for none. */
    public void setStrictTransportSecurity(String value) {
        checkNotStarted();
        String checked = checked(HttpHeader.STRICT_TRANSPORT_SECURITY.asString(), value);
        if (!checked.isEmpty() && !checked.matches("(?i)(.*;)?\\s*max-age\\s*=\\s*(\\d+|\"\\d+\")\\s*(;.*)?")) {
            throw new IllegalArgumentException(HttpHeader.STRICT_TRANSPORT_SECURITY.asString() + ": " + value
                    + " (expected: max-age=<seconds>, and directives separated by semicolons)");
        }
        transportSecurity = checked;
    }

    private void set(String name, String value) {
        checkNotStarted();
        values.put(name, checked(name, value));
    }

    private static String checked(String name, String value) {
        String text = value == null ? "" : value.trim();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException(name + ": character " + i + " is 0x" + Integer.toHexString(c)
                        + " (expected: printable characters of US-ASCII)");
            }
        }
        return text;
    }

    private void checkNotStarted() {
        if (isStarted()) {
            throw new IllegalStateException("settings cannot change while started: " + this);
        }
    }

    @Override
    protected void doStart() throws Exception {
        List<HttpField> fixed = new ArrayList<>();
        values.forEach((name, value) -> {
            if (!value.isEmpty()) {
                fixed.add(new PreEncodedHttpField(name, value));
            }
        });
        policyName = policyReportOnly ? REPORT_ONLY : POLICY;
        policyTemplate = policy.replace(STYLE, HtmlPage.styleSource());
        fields = List.copyOf(fixed);
        transportSecurityField = transportSecurity.isEmpty()
                ? null
                : new PreEncodedHttpField(HttpHeader.STRICT_TRANSPORT_SECURITY, transportSecurity);
        super.doStart();
    }

    @Override
    protected boolean onConditionsMet(Request request, Response response, Callback callback) throws Exception {
        String ownPolicy = policyTemplate;
        if (policyTemplate.contains(NONCE)) {
            String nonce = newNonce();
            request.setAttribute(NONCE_ATTRIBUTE, nonce);
            ownPolicy = policyTemplate.replace(NONCE, "'nonce-" + nonce + "'");
        }
        HttpField policyField = ownPolicy.isEmpty() ? null : new HttpField(policyName, ownPolicy);
        HttpField secureField = request.isSecure() ? transportSecurityField : null;
        request.addHttpStreamWrapper(stream -> new GuardedStream(stream, response, fields, policyField, secureField));
        return nextHandler(request, response, callback);
    }

    private static String newNonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Adds the fields when the response begins. Made for one request. */
    private static final class GuardedStream extends HttpStream.Wrapper {
        private final Response response;
        private final List<HttpField> fixed;
        private final @Nullable HttpField policy;
        private final @Nullable HttpField transportSecurity;

        private GuardedStream(
                HttpStream wrapped,
                Response response,
                List<HttpField> fixed,
                @Nullable HttpField policy,
                @Nullable HttpField transportSecurity) {
            super(wrapped);
            this.response = response;
            this.fixed = fixed;
            this.policy = policy;
            this.transportSecurity = transportSecurity;
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            super.prepareResponse(headers);
            if (HttpStatus.isInformational(response.getStatus())) {
                return;
            }
            for (int i = 0; i < fixed.size(); i++) {
                addIfAbsent(headers, fixed.get(i));
            }
            if (policy != null && response.getStatus() != HttpStatus.NOT_MODIFIED_304) {
                addIfAbsent(headers, policy);
            }
            if (transportSecurity != null) {
                addIfAbsent(headers, transportSecurity);
            }
        }

        private static void addIfAbsent(HttpFields.Mutable headers, HttpField field) {
            if (!headers.contains(field.getName())) {
                headers.add(field);
            }
        }
    }
}

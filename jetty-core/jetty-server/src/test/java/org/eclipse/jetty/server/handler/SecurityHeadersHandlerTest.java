package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content Security Policy level 3 and the other fields that protect pages. */
class SecurityHeadersHandlerTest extends OverTransports {
    private static final Pattern NONCE = Pattern.compile("'nonce-([A-Za-z0-9_-]{22})'");

    private final SecurityHeadersHandler guard = new SecurityHeadersHandler();

    SecurityHeadersHandlerTest() {
        guard.setHandler(new Application());
    }

    /** Answers as the path says. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            switch (Request.getPathInContext(request)) {
                case "/own" -> {
                    response.getHeaders().put("Content-Security-Policy", "default-src 'none'");
                    response.getHeaders().add("x-frame-options", "DENY");
                    response.getHeaders().put(HttpHeader.STRICT_TRANSPORT_SECURITY, "max-age=1");
                }
                case "/unchanged" -> response.setStatus(304);
                case "/fails" -> throw new IllegalStateException("failure of the test");
                case "/missing" -> {
                    return false;
                }
                default -> response.setStatus(200);
            }
            Content.Sink.write(
                    response,
                    true,
                    response.getStatus() == 304
                            ? ""
                            : "nonce=" + request.getAttribute(SecurityHeadersHandler.NONCE_ATTRIBUTE),
                    callback);
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/missing", "/fails"})
    void eachResponseHasTheFieldsFailuresToo(String path) throws Exception {
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            assertThat(local.get(path))
                    .contains(
                            "Content-Security-Policy: default-src 'self'; script-src 'self' 'nonce-",
                            "X-Content-Type-Options: nosniff\r\n",
                            "X-Frame-Options: SAMEORIGIN\r\n",
                            "Referrer-Policy: same-origin\r\n",
                            "Permissions-Policy: accelerometer=(), ",
                            "Cross-Origin-Opener-Policy: same-origin\r\n",
                            "Cross-Origin-Embedder-Policy: require-corp\r\n",
                            "Cross-Origin-Resource-Policy: same-origin\r\n");
        }
    }

    @Test
    void whatTheApplicationSetsStays() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            String response = local.get("/own");
            assertThat(response)
                    .contains("Content-Security-Policy: default-src 'none'\r\n")
                    .containsIgnoringCase("X-Frame-Options: DENY\r\n")
                    .contains("Strict-Transport-Security: max-age=1\r\n", "Referrer-Policy: same-origin\r\n")
                    .doesNotContain("SAMEORIGIN");
            assertThat(response.split("Content-Security-Policy:", -1)).hasSize(2);
        }
    }

    @Test
    void nonceIsNewForEachResponseAndThatOfTheAttribute() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            Set<String> nonces = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                String response = local.get("/");
                Matcher nonce = NONCE.matcher(response);
                assertThat(nonce.find()).as(response).isTrue();
                assertThat(response).endsWith("nonce=" + nonce.group(1));
                nonces.add(nonce.group(1));
            }
            assertThat(nonces).hasSize(20);
        }
    }

    @Test
    void notModifiedLeavesThePolicyOfTheStoredPage() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            assertThat(local.get("/unchanged"))
                    .startsWith("HTTP/1.1 304")
                    .contains("X-Content-Type-Options: nosniff")
                    .doesNotContain("Content-Security-Policy");
        }
    }

    @Test
    void transportSecurityIsForSecureRequestsOnly() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            assertThat(local.get("/").contains("Strict-Transport-Security: max-age=31536000\r\n"))
                    .isEqualTo(transport.isSecure());
        }
    }

    @Test
    void styleOfErrorPagesIsAllowedByItsDigest() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            String page = local.get("/missing", "Accept: text/html");
            String style = page.substring(page.indexOf("<style>") + 7, page.indexOf("</style>"));
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(style.getBytes("US-ASCII"));
            assertThat(page).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
        }
    }

    @Test
    void emptySettingsLeaveFieldsOut() throws Exception {
        guard.setContentSecurityPolicy("");
        guard.setContentTypeOptions("");
        guard.setFrameOptions("");
        guard.setReferrerPolicy("");
        guard.setPermissionsPolicy("");
        guard.setCrossOriginOpenerPolicy("");
        guard.setCrossOriginEmbedderPolicy("");
        guard.setCrossOriginResourcePolicy("");
        guard.setStrictTransportSecurity("");
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            assertThat(local.get("/"))
                    .doesNotContain("Policy", "X-Content", "X-Frame", "Strict")
                    .endsWith("nonce=null");
        }
    }

    @Test
    void policyCanBeReportedOnlyAndPathsExcluded() throws Exception {
        guard.setContentSecurityPolicy("script-src 'self'");
        guard.setContentSecurityPolicyReportOnly(true);
        guard.excludePath("/own");
        try (LocalServer local = new LocalServer(transport).start(guard)) {
            assertThat(local.get("/"))
                    .contains("Content-Security-Policy-Report-Only: script-src 'self'\r\n")
                    .doesNotContain("Content-Security-Policy: ");
            assertThat(local.get("/own")).doesNotContain("Referrer-Policy");
        }
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThatThrownBy(() -> guard.setContentSecurityPolicy("script-src {nounce}"))
                .hasMessage(
                        "Content-Security-Policy: script-src {nounce} (expected: no variables but {nonce} and {style})");
        assertThatThrownBy(() -> guard.setReferrerPolicy("a\r\nSet-Cookie: b"))
                .hasMessage("Referrer-Policy: character 1 is 0xd (expected: printable characters of US-ASCII)");
        assertThatThrownBy(() -> guard.setStrictTransportSecurity("includeSubDomains"))
                .hasMessageContaining("(expected: max-age=<seconds>, and directives separated by semicolons)");
        guard.setStrictTransportSecurity("includeSubDomains; max-age=\"5\"; preload");
    }
}

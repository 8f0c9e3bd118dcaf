package org.eclipse.jetty.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where keys come from, and settings that are wrong. */
class JwtIssuerTest extends AbstractJwtTest {
    @TempDir
    Path folder;

    @Test
    void keysAreThoseOfAFileWithoutAnyRequest() throws Exception {
        Path file = Files.writeString(folder.resolve("keys.json"), TokenIssuer.set(issuer.key));
        start(builder().jwksFile(file.toString()));
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        assertThat(issuer.paths).isEmpty();
        issuer.key = TestKeys.newKey("second");
        Files.writeString(file, TokenIssuer.set(issuer.key));
        assertThat(askWith(issuer.token(), "/a"))
                .as("an unknown key has the file read again")
                .contains("ann by JWT");
    }

    @Test
    void fileWithoutKeysFailsTheStart() throws Exception {
        Path file = Files.writeString(folder.resolve("keys.json"), "nothing");
        assertThatThrownBy(() -> start(builder().jwksFile(file.toString())))
                .hasMessageContaining("the keys of the provider cannot be read");
        assertThatThrownBy(() -> builder().jwksFile(folder + "/none"))
                .hasMessageContaining("none (expected: a file that can be read)");
    }

    @Test
    void keysAreThoseOfAUriWithoutMetadata() throws Exception {
        start(builder().jwksUri(issuer.issuer() + "/jwks"));
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
        assertThat(issuer.paths).containsOnly("/jwks");
    }

    /** RFC 8414, section 3. */
    @Test
    void metadataMayBeThoseOfAnAuthorizationServer() throws Exception {
        issuer.wellKnown = "/.well-known/oauth-authorization-server";
        start();
        assertThat(askWith(issuer.token(), "/a")).contains("ann by JWT");
    }

    @Test
    void metadataOfAnotherIssuerFailTheStart() {
        issuer.metadata = document -> document.put("issuer", "https://evil.example");
        assertThatThrownBy(this::start).hasMessageContaining("https://evil.example (expected: " + issuer.issuer());
    }

    @Test
    void metadataWithoutKeysFailTheStart() {
        issuer.metadata = document -> document.remove("jwks_uri");
        assertThatThrownBy(this::start).hasMessageContaining("jwks_uri in ").hasMessageContaining("none");
    }

    @Test
    void keysInClearTextOfAnotherHostFailTheStart() {
        issuer.metadata = document -> document.put("jwks_uri", "http://keys.example/jwks");
        assertThatThrownBy(this::start).hasMessageContaining("http://keys.example/jwks (expected: an https URI");
    }

    @Test
    void issuerThatIsDownIsAskedAgainWhenATokenComes() throws Exception {
        issuer.hook = new TokenIssuer.Answers(issuer.wellKnown, 503, "");
        start();
        assertThat(logged()).anyMatch(line -> line.contains("cannot be reached, and is asked again"));
        assertThat(askWith(issuer.token(), "/a")).contains(" 503 ", "Retry-After: 5");
    }

    @Test
    void issuerAndAudienceAreRequired() {
        assertThatThrownBy(() ->
                        new JwtIssuer.Builder("https://id.example").build().start())
                .hasMessageContaining(
                        "audience of access tokens: none (expected: one, in XML files by jetty.jwt.audience)");
        assertThatThrownBy(() -> new JwtIssuer.Builder(null, "x").build().start())
                .hasMessageContaining("issuer of access tokens: none");
        assertThatThrownBy(() -> new JwtIssuer.Builder("http://id.example", "x").build())
                .hasMessageContaining("http://id.example (expected: an https URI");
    }

    @Test
    void settingsThatAreWrongNameTheValue() {
        assertThatThrownBy(() -> builder().algorithms("HS256")).hasMessageContaining("HS256 (expected: one of ");
        assertThatThrownBy(() -> builder().clockSkew(-1)).hasMessageContaining("clock skew: -1 s");
        assertThatThrownBy(() -> builder().introspectionCacheTime(Long.MAX_VALUE))
                .hasMessageContaining("s (expected: 0 to 1000000000)");
        assertThatThrownBy(() -> builder().maxAge(-1)).hasMessageContaining("maximum age of tokens: -1 s");
        assertThatThrownBy(() -> builder().timeout(0)).hasMessageContaining("timeout: 0 ms");
        assertThatThrownBy(() -> new JwtLoginService("a\"b")).hasMessageContaining("realm of tokens: a\"b");
        assertThatThrownBy(() -> new JwtLoginService("api").start()).hasMessageContaining("issuers of realm api: none");
        assertThatThrownBy(() ->
                        new JwtLoginService("api", builder().build(), builder().build()))
                .hasMessageContaining("expected: one that is not there yet");
    }
}

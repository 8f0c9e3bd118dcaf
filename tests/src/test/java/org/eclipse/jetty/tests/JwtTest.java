package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.UserServlet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The module "jwt", with access tokens of a real provider (oidc-provider, by node), signed ones and opaque ones, in each environment, as the
 * operations guide sets it up.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JwtTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final TokenKey partnerKey = new TokenKey();
    private int port;
    private OpenIdProvider provider;
    private Base base;
    private Server server;

    JwtTest() throws GeneralSecurityException {}

    @BeforeAll
    void start() throws IOException {
        OpenIdProvider.assumeInstalled();
        port = Ports.unused();
        provider = OpenIdProvider.start(port);
        base = Base.empty(Jdk.oldest());
        Command add = base.start(
                "--add-modules=http,ee8-deploy,ee9-deploy,ee10-deploy,ee11-deploy,jwt", "--approve-all-licenses");
        assertThat(add.awaitExit()).as(add::output).isZero();
        for (String environment : new String[] {"ee8", "ee9", "ee10", "ee11"}) {
            base.write("webapps/" + environment + ".properties", "environment=" + environment + "\n");
            application(environment).deploy(base, environment + ".war");
        }
        String partner = guideXml();
        base.write(
                "etc/partner.xml",
                partner.replace(
                        "<Call id=\"Partner\" name=\"build\"/>",
                        "<Call name=\"jwksFile\"><Arg>" + base.resolve("etc/keys.json")
                                + "</Arg></Call><Call id=\"Partner\" name=\"build\"/>"));
        base.write("etc/keys.json", partnerKey.set());
        server = base.serve(
                "etc/partner.xml",
                "jetty.http.port=" + port,
                "jetty.jwt.issuer=" + provider.issuer(),
                "jetty.jwt.audience=https://api.example,urn:opaque:api",
                "jetty.jwt.userNameClaim=client_id",
                "jetty.jwt.scopesAsRoles=true",
                "jetty.jwt.clientId=api",
                "jetty.jwt.clientSecret=secret of the api");
    }

    /** The file of the operations guide that adds an issuer, whose keys are those of the test. */
    private static String guideXml() throws IOException {
        String guide = Files.readString(Distribution.ROOT.resolve("docs/operations-guide.md"));
        Matcher xml = Pattern.compile("(?s)<\\?xml(?:(?!```).)*JwtIssuer\\$Builder(?:(?!```).)*</Configure>")
                .matcher(guide);
        assertThat(xml.find()).isTrue();
        return xml.group();
    }

    private static War application(String environment) {
        boolean servlet = !environment.equals("ee8");
        War war = new War().file("a.txt", "secret of " + environment).file("WEB-INF/web.xml", """
                        <web-app>
                          %s
                          <security-constraint>
                            <web-resource-collection>
                              <web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern>
                            </web-resource-collection>
                            <auth-constraint><role-name>read</role-name></auth-constraint>
                          </security-constraint>
                          <login-config><auth-method>JWT</auth-method></login-config>
                          <security-role><role-name>read</role-name></security-role>
                        </web-app>
                        """.formatted(
                        servlet
                                ? "<servlet><servlet-name>user</servlet-name><servlet-class>"
                                        + UserServlet.class.getName()
                                        + "</servlet-class></servlet><servlet-mapping><servlet-name>user</servlet-name>"
                                        + "<url-pattern>/user/*</url-pattern></servlet-mapping>"
                                : ""));
        return servlet ? war.type(UserServlet.class) : war;
    }

    @AfterAll
    void stop() throws IOException {
        if (base != null) {
            base.close();
        }
        if (provider != null) {
            provider.close();
        }
    }

    /** A token for a resource (RFC 8707), by the credentials of a client (RFC 6749, section 4.4). */
    private String token(String resource, String scope) throws Exception {
        String credentials = Base64.getEncoder().encodeToString("machine:a+secret".getBytes(StandardCharsets.US_ASCII));
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(provider.issuer() + "/token"))
                        .header("Authorization", "Basic " + credentials)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials&scope=" + scope
                                + "&resource=" + URLEncoder.encode(resource, StandardCharsets.UTF_8)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Matcher token = Pattern.compile("\"access_token\":\"([^\"]+)\"").matcher(response.body());
        assertThat(token.find()).as(response.body()).isTrue();
        return token.group(1);
    }

    private HttpResponse<String> get(String path, String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String challenge(HttpResponse<String> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ee8", "ee9", "ee10", "ee11"})
    void clientOfEachEnvironmentIsLetInByItsToken(String environment) throws Exception {
        String path = "/" + environment + "/a.txt";
        HttpResponse<String> none = get(path, null);
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(challenge(none)).isEqualTo("Bearer realm=\"jwt\"");
        HttpResponse<String> right = get(path, token("https://api.example", "read"));
        assertThat(right.body()).as(server.command().output()).isEqualTo("secret of " + environment);
        assertThat(right.headers().firstValue("Set-Cookie")).isEmpty();
        HttpResponse<String> weak = get(path, token("https://api.example", "write"));
        assertThat(weak.statusCode()).isEqualTo(403);
        assertThat(challenge(weak))
                .isEqualTo("Bearer realm=\"jwt\", error=\"insufficient_scope\","
                        + " error_description=\"The access token does not allow this\", scope=\"read\"");
        HttpResponse<String> foreign = get(path, token("https://other.example", "read"));
        assertThat(foreign.statusCode()).isEqualTo(401);
        assertThat(challenge(foreign)).contains("error=\"invalid_token\"");
    }

    @Test
    void opaqueTokenIsIntrospectedAtTheProvider() throws Exception {
        String token = token("urn:opaque:api", "read");
        assertThat(token).doesNotContain(".");
        assertThat(get("/ee10/user/x", token).body())
                .as(server.command().output())
                .isEqualTo("user=machine admin=false type=JWT p=null");
        assertThat(get("/ee10/user/x", token + "x").statusCode()).isEqualTo(401);
        assertThat(get("/ee10/user/x", token("urn:opaque:other", "read")).statusCode())
                .as("a token for another resource")
                .isEqualTo(401);
    }

    @Test
    void issuerOfTheGuidesFileIsAccepted() throws Exception {
        String token = partnerKey.token(
                "https://id.partner.example", "https://api.example.com", "bob", "\"groups\":[\"read\",\"admin\"]");
        assertThat(get("/ee11/user/x", token).body())
                .as(server.command().output())
                .isEqualTo("user=bob admin=true type=JWT p=null");
    }

    @Test
    void servletKnowsTheClient() throws Exception {
        HttpResponse<String> response = get("/ee10/user/x?p=1", token("https://api.example", "read"));
        assertThat(response.body()).isEqualTo("user=machine admin=false type=JWT p=1");
        for (String environment : new String[] {"ee9", "ee10", "ee11"}) {
            HttpResponse<String> claims = get(
                    "/" + environment + "/user/x?attribute=org.eclipse.jetty.security.jwt.claims",
                    token("https://api.example", "read"));
            assertThat(claims.body()).contains("client_id=machine", "scope=read");
        }
    }
}

package org.eclipse.jetty.tests;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * For each property a value that is taken and one that is refused. Those of numbers and booleans follow from the default; the others
 * are told here, or are free: any text is taken, or it is judged only when it is used.
 */
final class PropertySamples {
    /** @param illegal null when the XML file takes any text */
    record Sample(String legal, String illegal) {}

    private static final Map<String, Sample> SAMPLES = new LinkedHashMap<>();

    static {
        sample("jetty\\.acme\\.names", "www.example.org,example.org", "localhost");
        sample("jetty\\.acme\\.contacts", "operator@example.org", "operator");
        sample("jetty\\.acme\\.directoryUrl", "https://ca.example.org/directory", "http://ca.example.org/");
        sample("jetty\\.acme\\.challenge", "tls-alpn-01", "dns-01");
        sample("jetty\\.acme\\.keyType", "RSA", "DSA");
        sample("jetty\\.acme\\.trustStorePath", "/etc/hosts", "/none/such.pem");
        free("jetty\\.acme\\.(eabKeyId|eabSecret|stateDirectory)", "x");
        sample("jetty\\.sslContext\\.certificatesDirectory", "/tmp", "/none/such");
        free("jetty\\.credentials\\.directory", "/none/such");
        sample("jetty\\.sso\\.cookieName", "X", "a b");
        // any text: names, paths, passwords
        free(".*\\.dir", "made");
        free(".*\\.(keyStorePath|trustStorePath|certificatePath|privateKeyPath)", "etc/keystore.p12");
        free("jetty\\.server\\.tempDirectory", System.getProperty("java.io.tmpdir"));
        free(".*\\.(namePrefix|name|key|.*Password|alias|workerName|.*[cC]olumn|table|.*Name)", "x");
        free("jetty\\.(pid|state|jaas\\.login\\.conf|session\\.file\\.storeDir)", "/tmp/x");
        free(
                "jetty\\.(deploy\\.(webappsDir|environmentsDir|versionsDir)|eager\\.multipart\\.location|requestlog\\.filePath)",
                "/tmp/x");
        free("jetty\\.httpConfig\\.(forwarded.*Header|secureScheme)", "x");
        sample("jetty\\.httpConfig\\.forwardedTrusted", "10.0.0.0/8,unix", "10.0.0.0/99");
        // the others need forwardedTrusted
        sample("jetty\\.httpConfig\\.forwardedCertificate", "none", "x-cert");
        free("jetty\\.rewrite\\.originalPathAttribute", "x");
        // judged by what systemd has passed
        free(".*\\.activatedSocket", "web");
        free("jetty\\.unixdomain\\.path", "/tmp/x.sock");
        free("jetty\\.proxy\\.proxyTo", "http://localhost:1/x");
        free("jetty\\.proxy\\.(contextPath|prefix|servletMapping)", "/x");
        sample("jetty\\.proxy\\.servletClass", null, "com.example.Missing");
        free("jetty\\.session\\.jdbc\\..*", "x");
        free(".*\\.(include|exclude)\\.method|jetty\\.gzip\\..*(Method|MimeType)List", "GET,x/y");
        free("jetty\\.(server|webapp)\\.add(Protected|Hidden)Classes", ",com.example.");
        free("jetty\\.crossorigin\\.(allowedMethods|allowedHeaders|exposedHeaders)", "A,B");
        free("jetty\\.threadlimit\\.forwardedHeader|jetty\\.systemd\\.notifyCommand", "x");
        free("jetty\\.balancer\\.(backends|sticky\\.(secret|session.*Name))", "etc/jetty-balancer-backends.properties");
        sample("jetty\\.balancer\\.choice", "hash:path", "round-robin");
        sample("jetty\\.balancer\\.loadFactor", "2.5", "1");
        sample("jetty\\.balancer\\.sticky", "route", "ip");
        sample("jetty\\.balancer\\.sticky\\.cookieName", "X", "a b");
        sample("jetty\\.balancer\\.sticky\\.sameSite", "Strict", "Sometimes");
        sample("jetty\\.balancer\\.health\\.path", "/ready", "ready");
        sample("jetty\\.balancer\\.health\\.expectedStatus", "200", "2xx");
        sample("jetty\\.balancer\\.forwardedFields", "ALL", "SOME");
        // judged when a port is opened, or TLS is set up
        free("jetty\\.metrics\\.connector", "health");
        free(".*\\.host|jetty\\.jmxremote\\..*host", "127.0.0.1");
        sample("jetty\\.otlp\\.endpoint", "http://localhost:4318", "localhost:4318");
        sample("jetty\\.otlp\\.(headersFile|certificateFile)", "/dev/null", "/none/such");
        sample("jetty\\.otlp\\.compression", "gzip", "zip");
        sample("jetty\\.otlp\\.resourceAttributes", "a=1,b=2", "a");
        free("jetty\\.openid\\.(clientId|clientSecret|scopes|privateKeyId|userNameClaim|rolesClaims)", "x");
        sample("jetty\\.openid\\.provider(\\..*)?", "https://id.example.com/x", "ftp://id.example.com/x");
        sample("jetty\\.openid\\.authenticationMethod", "client_secret_basic", "mtls");
        sample("jetty\\.openid\\.(privateKeyFile|rolesFile)", null, "/none/such");
        sample("jetty\\.openid\\.idTokenAlgorithms", "RS256,ES256", "HS256");
        free(
                "jetty\\.jwt\\.(audience|types|client(Id|Secret)|privateKeyId|userNameClaim|rolesClaims|scopeRolePrefix)",
                "x");
        sample(
                "jetty\\.jwt\\.(issuer|jwksUri|introspection\\.endpoint)",
                "https://id.example.com/x",
                "ftp://id.example.com/x");
        sample("jetty\\.jwt\\.realm", "shop", "a\"b");
        sample("jetty\\.jwt\\.authenticationMethod", "client_secret_post", "none");
        sample("jetty\\.jwt\\.(privateKeyFile|jwksFile)", null, "/none/such");
        sample("jetty\\.jwt\\.(dpop\\.)?algorithms", "RS256,ES256", "HS256");
        sample("jetty\\.jwt\\.dpop", "accept", "maybe");
        sample("jetty\\.jwt\\.dpop\\.window", "30", "0");
        sample("jetty\\.jwt\\.dpop\\.maxProofs", "1000", "0");
        // judged when the key of the service is read
        free("jetty\\.spnego\\.(realm|serviceName|hostName|keyTabPath)", "x");
        sample("jetty\\.spnego\\.rolesFile", null, "/none/such");
        free("jetty\\.sso\\.(realms|cookieDomain)", "x");
        sample("jetty\\.sso\\.sameSite", "Strict", "Sometimes");
        sample("jetty\\.trace\\.ratio", "0.5", "2");
        sample("jetty\\.trace\\.trusted", "10.0.0.0/8", "10.0.0.0/99");
        free("jetty\\.console\\.(password|hosts)", "x");
        sample("jetty\\.console\\.user", "operator", "a:b");
        sample("jetty\\.(health|metrics|console)\\.path", "/state", "state");
        sample("jetty\\.health\\.optional", "/a,/b", "a");
        sample("jetty\\.(health|metrics|console|serverTiming)\\.allow", "10.0.0.0/8", "10.0.0.0/99");
        // read at the start
        free("jetty\\.jmxremote\\.(password|access)File", "etc/users");
        free(
                "jetty\\.sslContext\\.(provider|.*Provider|.*Type|protocol|.*Algorithm|(in|ex)clude(Protocols|CipherSuites))",
                "x");
        free("jetty\\.alpn\\.(protocols|defaultProtocol)", "http/1.1");
        // judged when an application is deployed
        free("jetty\\.deploy\\.(configurationClasses|.*Pattern|servletContainerInitializerOrder|default.*)", "x");
        free("jetty\\.cdi\\.mode", "CdiDecoratingListener");
        free("jetty\\.quickstart\\.mode", "QUICKSTART");
        free("jetty\\.quickstart\\.xml", "start.xml");
        // chooses a module
        free("db-connection-type", "driver");
        sample("jetty\\.acceptratelimit\\.units", "SECONDS", "FORTNIGHTS");
        sample("jetty\\.httpConfig\\.requestIdField", "X-Request-ID", "a b");
        sample("jetty\\.httpConfig\\.compliance", "RFC7230", "RFC1");
        sample("jetty\\.httpConfig\\.(uri|redirectUri)Compliance", "RFC3986", "RFC1");
        sample("jetty\\.httpConfig\\.(request|response)CookieCompliance", "RFC2965", "RFC1");
        sample("jetty\\.(httpConfig\\.multiPartCompliance|eager\\.multipart\\.complianceMode)", "LEGACY", "RFC1");
        sample("jetty\\.session\\.maxSize", "100000", "-1");
        sample("jetty\\.session\\.keyFile", null, "/none/such");
        sample("jetty\\.session\\.format", "json", "xml");
        sample("jetty\\.session\\.redis\\.type", "cluster", "many");
        sample("jetty\\.session\\.redis\\.nodes", "localhost:1", ":x");
        sample("jetty\\.session\\.redis\\.keyPrefix", "shop", " ");
        free("session-data-cache", "xmemcached");
        free("connection-type", "uri");
        sample("jetty\\.session\\.hazelcast\\.(mapName|hazelcastInstanceName)", "shop", " ");
        free("jetty\\.session\\.hazelcast\\.(configurationLocation|addresses)", "x");
        free("jetty\\.session\\.infinispan\\.remoteCacheName", "shop");
        sample("jetty\\.session\\.mongo\\.(host|dbName|collectionName)", "shop", " ");
        sample("jetty\\.session\\.mongo\\.connectionString", "mongodb://localhost:1", "http://localhost");
        free("jetty\\.session\\.redis\\.(master|user|password|sentinelUser|sentinelPassword)", "x");
        sample("jetty\\.session\\.serialFilter", "java.base/*;!*", "maxdepth=deep");
        sample(".*\\.timezone", "Europe/Paris", "Mars/Olympus");
        sample("jetty\\.requestlog\\.output", "stdout", "printer");
        sample("jetty\\.requestlog\\.formatString", "%s %O", "%{x");
        sample("jetty\\.requestlog\\.filenameDateFormat", "yyyy-MM-dd", "yyyy-{");
        sample("jetty\\.dos\\.id\\.type", "ID_FROM_CONNECTION", "ID_FROM_NOTHING");
        sample("jetty\\.dos\\.(id\\.class|trackerFactory|rejectHandler)", null, "com.example.Missing");
        sample(".*\\.(include|exclude)\\.path|jetty\\.gzip\\..*PathList", "/a/*,*.b", "a/b");
        sample(".*\\.(include|exclude)\\.inet", "10.0.0.0/8,192.0.2.1-192.0.2.9", "10.0.0.0/99");
        sample(
                "jetty\\.inetaccess\\.(include|exclude)",
                "http@127.0.0.1-127.0.0.2|/pathSpec,tls@,|/pathSpec2,127.0.0.20",
                "10.0.0.0/99");
        sample("jetty\\.crossorigin\\.allowed(Timing)?OriginPatterns", "https://.*\\.example", "https://(");
        sample("jetty\\.securityHeaders\\.contentSecurityPolicy", "default-src 'self'", "script-src {nounce}");
        sample("jetty\\.securityHeaders\\.strictTransportSecurity", "max-age=60; includeSubDomains", "for ever");
        sample(
                "jetty\\.securityHeaders\\.(contentType|frame)Options|jetty\\.securityHeaders\\.(.*Policy)",
                "same-origin",
                "\u00e9");
        sample("jetty\\.csrf\\.trustedOrigins", "https://a.example,https://b.example:8443", "a.example");
        sample("jetty\\.ldap\\.userFilter", "(mail={username})", "(mail=anna)");
        sample("jetty\\.ldap\\.userDnPattern", "uid={username},dc=example", "uid=anna");
        sample("jetty\\.ldap\\.groupFilter", "(member={dn})", "(member=anna)");
        // judged when the directory is asked
        free("jetty\\.ldap\\.(realm|bind.*|userBaseDn|userNameAttribute|group(BaseDn|NameAttribute))", "cn=x");
        free("jetty\\.ldap\\.(urls|trustStorePath)", "");
        sample("jetty\\.schedulingConsole\\.path", "/threads", "threads");
        sample("jetty\\.schedulingConsole\\.allow", "127.0.0.1,10.0.0.0/8", "10.0.0.0/99");
    }

    private PropertySamples() {}

    private static void free(String pattern, String legal) {
        sample(pattern, legal, null);
    }

    private static void sample(String pattern, String legal, String illegal) {
        SAMPLES.put(pattern, new Sample(legal, illegal));
    }

    /** The sample of a property; empty when nothing is known of it. */
    static Optional<Sample> of(String name, String value) {
        // gzip has no header of zlib
        if (name.endsWith(".noWrap")) {
            return Optional.of(new Sample("true", "perhaps"));
        }
        if (value.matches("-?\\d+")) {
            return Optional.of(new Sample(value, "many"));
        }
        if (value.matches("true|false")) {
            return Optional.of(new Sample(value.equals("true") ? "false" : "true", "perhaps"));
        }
        for (Map.Entry<String, Sample> entry : SAMPLES.entrySet()) {
            if (name.matches(entry.getKey())) {
                Sample sample = entry.getValue();
                return Optional.of(sample.legal() == null ? new Sample(value, sample.illegal()) : sample);
            }
        }
        return Optional.empty();
    }
}

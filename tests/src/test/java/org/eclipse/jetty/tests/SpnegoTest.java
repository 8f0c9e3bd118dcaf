package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.security.Kerberos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module "spnego", with a real Kerberos server and tickets that curl presents, as the operations guide sets it up. */
class SpnegoTest {
    private static String curl(Kerberos kerberos, int port) throws Exception {
        return kerberos.run(
                "",
                "/usr/bin/curl",
                "--silent",
                "--include",
                "--noproxy",
                "*",
                "--max-time",
                "20",
                "--negotiate",
                "--user",
                ":",
                "--ipv4",
                "http://localhost:" + port + "/app/a.txt");
    }

    @Test
    void userWithATicketIsLetInWithTheRolesOfTheFile(@TempDir Path folder) throws Exception {
        try (Kerberos kerberos = new Kerberos(folder)) {
            try (Base base = Base.empty(Jdk.oldest())) {
                Command add = base.start("--add-modules=http,ee10-deploy,spnego");
                assertThat(add.awaitExit()).as(add::output).isZero();
                Files.createDirectories(base.resolve("etc"));
                Files.copy(kerberos.keyTab, base.resolve("etc/http.keytab"));
                base.write("etc/spnego.properties", "anna@EXAMPLE.TEST: ,staff\nstranger@EXAMPLE.TEST: ,guest\n");
                new War().file("a.txt", "secret").file("WEB-INF/web.xml", """
                                <web-app>
                                  <security-constraint>
                                    <web-resource-collection>
                                      <web-resource-name>all</web-resource-name><url-pattern>/*</url-pattern>
                                    </web-resource-collection>
                                    <auth-constraint><role-name>staff</role-name></auth-constraint>
                                  </security-constraint>
                                  <login-config>
                                    <auth-method>SPNEGO</auth-method><realm-name>company</realm-name>
                                  </login-config>
                                  <security-role><role-name>staff</role-name></security-role>
                                </web-app>
                                """).deploy(base, "app.war");
                Server server = base.serve(
                        "-Djava.security.krb5.conf=" + kerberos.configuration,
                        "jetty.spnego.realm=company",
                        "jetty.spnego.hostName=localhost");
                kerberos.run("secret\n", "/usr/bin/kinit", "anna");
                assertThat(curl(kerberos, server.port()))
                        .as(server.command().output())
                        .contains("HTTP/1.1 200", "secret");
                kerberos.run("secret\n", "/usr/bin/kinit", "stranger");
                assertThat(curl(kerberos, server.port())).contains("HTTP/1.1 403");
                kerberos.run("", "/usr/bin/kdestroy");
                assertThat(curl(kerberos, server.port())).contains("HTTP/1.1 401", "WWW-Authenticate: Negotiate");
            }
        }
    }
}

package org.eclipse.jetty.start.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.eclipse.jetty.start.StartFixture;
import org.eclipse.jetty.start.problems.StartException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --explain} says what the files say, and where. */
class ExplanationTest {
    @TempDir
    private Path dir;

    private StartFixture start;

    @BeforeEach
    void makeBase() {
        start = new StartFixture(dir);
        start.module("http", """
                [description]
                Opens a port.
                [depends]
                server
                [xml]
                etc/http.xml
                [ini-template]
                ### Connector
                ## The port to listen at,
                ## 0 for any.
                # http.port=8080
                """);
        start.module("server", "[description]\nThe server.\n[provides]\nbase\n");
        start.write("home/etc/http.xml", """
                <Configure id="Server">
                  <!-- <Property name="http.comment"/> -->
                  <New id="connector" class="com.example.Connector">
                    <Set name="port"><Property name="http.port" deprecated="old.port" default="80"/></Set>
                    <Set name="name">
                      <Property><Name>http.name</Name><Default>a<Property name="http.port"/></Default></Property>
                    </Set>
                    <Set name="host" property="http.host"/>
                    <Call name="use"><Arg><Ref refid="pool"/></Arg></Call>
                  </New>
                </Configure>
                """);
        start.write("base/start.ini", "--modules=http\nmy.offset=1\nhttp.port=900${my.offset}\n");
    }

    @AfterEach
    void close() {
        start.close();
    }

    @Test
    void secretsAreHidden() {
        start.write("base/start.ini", "--modules=http\nmy.storePassword=open sesame\nstop.key=simsalabim\n");
        assertThat(start.run("--explain=my.storePassword")).isZero();
        assertThat(start.out())
                .contains("(hidden), set in ${jetty.base}/start.ini:2")
                .doesNotContain("sesame");
        start.write(
                "base/start.ini",
                "--modules=http\nmy.url=jdbc:db://me:sesame@host/name?password=open&a=b\nstop.key=simsalabim\n");
        assertThat(start.run("--explain=my.url")).isZero();
        assertThat(start.out()).contains("jdbc:db://(hidden)@host/name?password=(hidden)&a=b");
        assertThat(start.run("--explain=stop.key")).isZero();
        assertThat(start.out()).contains("(hidden)").doesNotContain("simsalabim");
    }

    @Test
    void propertyHasDescriptionValuePlaceDefaultAndReaders() {
        assertThat(start.run("--explain=http.port")).isZero();
        assertThat(start.out()).isEqualTo("""
                        Property http.port
                          The port to listen at, 0 for any.
                          Value:      9001 (written as 900${my.offset}), set in ${jetty.base}/start.ini:3
                          Default:    80
                          Offered by: module http [enabled] (${jetty.home}/modules/http.mod:11)
                          Read by:    ${jetty.home}/etc/http.xml:4, object connector, module http [enabled]
                          Read by:    ${jetty.home}/etc/http.xml:6, object connector, module http [enabled]
                        """);
    }

    @Test
    void longFormIsReadToo() {
        start.run("--explain=http.name");
        assertThat(start.out())
                .contains(
                        "Value:      (not set)\n  Default:    a${http.port}\n  Read by:    ${jetty.home}/etc/http.xml:6,");
        start.run("--explain=http.host");
        assertThat(start.out()).contains("Read by:    ${jetty.home}/etc/http.xml:8, object connector");
    }

    @Test
    void deprecatedPropertyNamesItsSuccessor() {
        start.run("--explain=old.port");
        assertThat(start.out()).contains("Property old.port\n  Deprecated: use http.port\n");
    }

    @Test
    void propertyThatNothingReadsIsToldSo() {
        start.write("base/start.ini", "com.example.a=1\n");
        assertThat(start.run("--explain=com.example.a")).isZero();
        assertThat(start.out()).contains("1, set in ${jetty.base}/start.ini:1").contains("Read by:    nothing");
    }

    @Test
    void moduleHasReasonsDependenciesAndProperties() {
        start.run("--explain=http");
        assertThat(start.out())
                .contains("Module http\n  Opens a port.\n")
                .contains("Enabled:    yes\n  Because of: ${jetty.base}/start.ini\n  Depends on: server\n")
                .contains(
                        "Property:   http.port = 9001 (written as 900${my.offset}), set in ${jetty.base}/start.ini:3");
        start.run("--explain=server");
        assertThat(start.out()).contains("Needed by:  http").contains("Because of: transitive provider of server");
        start.run("--explain=base");
        assertThat(start.out()).isEqualTo("Virtual module base\n  Provided by: server [enabled]\n");
    }

    @Test
    void idHasItsMakersUsersAndProperties() {
        start.run("--explain=connector");
        assertThat(start.out())
                .startsWith(
                        "XML id connector\n"
                                + "  Made by:    ${jetty.home}/etc/http.xml:3, object com.example.Connector, module http [enabled]\n")
                .contains("Property:   http.port = 9001");
        start.run("--explain=pool");
        assertThat(start.out()).contains("Used by:    ${jetty.home}/etc/http.xml:9");
    }

    @Test
    void unknownNameIsRefusedWithTheNearest() {
        assertThat(start.run("--explain=http.prot")).isEqualTo(StartException.UNKNOWN);
        assertThat(start.err()).contains("Nothing is known of http.prot").contains("Did you mean 'http.port'?");
        assertThat(start.run("--explain=http.comment")).isEqualTo(StartException.UNKNOWN);
    }

    @Test
    void jsonReportsHoldWhatTheTextsSay() {
        assertThat(start.run("--list-config=json")).isZero();
        assertThat(start.out())
                .contains("\"http.port\": {\n")
                .contains("\"value\": \"900${my.offset}\",\n")
                .contains("\"expanded\": \"9001\",\n")
                .contains("\"file\": \"${jetty.base}/start.ini\",\n")
                .contains("\"HOME/etc/http.xml\"");
        assertThat(start.run("--list-modules=json")).isZero();
        assertThat(start.out())
                .contains("\"name\": \"http\",\n")
                .contains("\"description\": \"The port to listen at, 0 for any.\"")
                .contains("\"enabled\": true");
    }
}

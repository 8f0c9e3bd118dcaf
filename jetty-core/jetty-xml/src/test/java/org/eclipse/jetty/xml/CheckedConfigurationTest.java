package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.xml.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in XML files without making anything of them; all kinds of faults are in the catalogue of the distribution. */
class CheckedConfigurationTest {
    @TempDir
    private Path dir;

    private List<Map<String, String>> check(String body, String... properties) throws IOException {
        Path file = Files.writeString(dir.resolve("test.xml"), body.replace("Part", Part.class.getName()));
        List<String> arguments = new ArrayList<>(List.of(properties));
        arguments.add(file.toString());
        List<Map<String, String>> findings = new ArrayList<>();
        CheckedConfiguration.check(arguments.toArray(new String[0]), findings::add);
        assertThat(Part.touched()).isZero();
        return findings;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Set name='size'>7</Set>",
                "<Set name='size' property='unset'/>",
                "<Set name='size'><Property name='unset' default='7'/></Set>",
                "<Set name='unit'>seconds</Set>",
                "<Set name='runner'><Get name='other'/></Set>",
                "<Set name='size'><Get name='other'/></Set>",
                "<Call name='add'/>",
                "<Call name='add'><Arg>a</Arg><Arg>b</Arg></Call>",
                "<Call name='add'><Arg><Array type='String'><Item>a</Item></Array></Arg></Call>",
                "<Get name='other'><Set name='whatever'>1</Set><Call name='anything'><Arg>1</Arg></Call></Get>",
                "<New class='Part'><Arg name='name'>a</Arg><Arg name='size'>1</Arg></New>",
                "<New><Class>Part</Class><Arg type='int'>1</Arg><Arg>a</Arg></New>",
                "<Call class='Part' name='make'><Set name='size'>1</Set></Call>",
                "<Map><Entry><Item>a</Item><Item type='int'>1</Item></Entry></Map>"
            })
    void whatMayBeRightIsNotTold(String element) throws IOException {
        assertThat(check("<Configure id='p' class='Part'>" + element + "</Configure>"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <Set name='size'>x</Set>                                      | Set[size]: x
            <Set name='sice'>1</Set>                                      | did you mean size?
            <Set name='size' propery='unset'>1</Set>                      | unknown attribute propery: did you mean property?
            <Call name='add' clas='Part'/>                                | unknown attribute clas: did you mean class?
            <Set name='unit'>fortnights</Set>                             | Set[unit]: fortnights
            <Set name='runner'><New class='java.util.Date'/></Set>        | Set[runner]: a java.util.Date
            <Call name='ad'/>                                             | did you mean add?
            <New class='Part'><Arg name='nam'>a</Arg><Arg>1</Arg></New>   | no public constructor
            <New class='Part'><Arg name='size'>a</Arg><Arg>b</Arg></New>  | no public constructor
            <Call class='Part' name='add'/>                               |
            <Ref refid='q'/>                                              | No object for refid=q
            """)
    void whatIsCertainlyWrongIsToldWithItsPlace(String element, String message) throws IOException {
        List<Map<String, String>> findings = check("<Configure id='p' class='Part'>\n" + element + "\n</Configure>");
        if (message == null) {
            assertThat(findings).isEmpty();
            return;
        }
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0))
                .containsEntry("severity", "error")
                .containsEntry("file", dir.resolve("test.xml").toString())
                .containsEntry("line", "2")
                .containsKey("remedy");
        assertThat(findings.get(0).get("message")).contains(message);
    }

    @Test
    void valueOfAPropertyIsToldByItsName() throws IOException {
        List<Map<String, String>> findings = check(
                "<Configure class='Part'><Set name='size'><Property name='new' deprecated='old'/></Set></Configure>",
                "old=x");
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0)).containsEntry("property", "old").containsEntry("expected", "a whole number");
    }

    @Test
    void settersOfTheServerAreAskedForTheirRange() throws IOException {
        List<Map<String, String>> findings = check("""
                        <Configure class='org.eclipse.jetty.util.thread.QueuedThreadPool'>
                          <Set name='maxEvictCount'>0</Set>
                        </Configure>
                        """);
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0)).containsEntry("expected", ">0");
        assertThat(findings.get(0).get("message")).endsWith("/Set[maxEvictCount]: maxEvictCount 0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <Call class='java.time.Duration' name='parse'><Arg><Property name='p'/></Arg></Call>     | tomorrow | Text cannot be parsed
            <Call class='java.time.ZoneId' name='of'><Arg><Property name='p'/></Arg></Call>          | Mars     | ID
            <Call class='java.util.concurrent.TimeUnit' name='valueOf'><Arg><Property name='p'/></Arg></Call> | WEEKS | WEEKS
            <New class='org.eclipse.jetty.util.thread.QueuedThreadPool'><Arg type='int'>2</Arg><Arg type='int'><Property name='p'/></Arg></New> | 5 | maxThreads 2 is less than minThreads 5
            """)
    void factoriesAndConstructorsAreAskedForTheirValues(String element, String value, String message)
            throws IOException {
        List<Map<String, String>> findings = check("<Configure>\n" + element + "\n</Configure>", "p=" + value);
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0)).containsEntry("property", "p").containsEntry("line", "2");
        assertThat(findings.get(0).get("message")).contains(message);
    }

    @Test
    void whatFactoriesMakeIsGivenToSetters() throws IOException {
        assertThat(check("""
                        <Configure class='org.eclipse.jetty.util.thread.QueuedThreadPool'>
                          <Set name='maxEvictCount'><Call class='java.lang.Integer' name='valueOf'><Arg>0</Arg></Call></Set>
                        </Configure>
                        """)).hasSize(1);
    }

    @Test
    void methodsWithEffectsAreNotCalled() throws IOException {
        Path made = dir.resolve("made");
        assertThat(check("<Configure><Call class='java.nio.file.Files' name='createDirectory'><Arg type='Path'>" + made
                        + "</Arg></Call><New class='java.io.FileOutputStream'><Arg>" + made
                        + "</Arg></New></Configure>"))
                .isEmpty();
        assertThat(made).doesNotExist();
    }

    @Test
    void defaultThatIsWrongIsToldByTheNameOfItsProperty() throws IOException {
        List<Map<String, String>> findings = check(
                "<Configure class='Part'><Set name='size'><Property name='new' deprecated='old' default='x'/></Set></Configure>");
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0)).containsEntry("property", "new").containsEntry("remedy", "set the property new");
    }

    @Test
    void allFaultsOfAFileAreTold() throws IOException {
        assertThat(check("<Configure class='Part'><Set name='a'>1</Set><Sett/><New class='no.Such'/></Configure>"))
                .hasSize(3);
    }

    @Test
    void laterFilesSeeTheObjectsOfEarlierOnes() throws IOException {
        Path later = Files.writeString(
                dir.resolve("later.xml"), "<Configure id='p'>\n<Set name='size'>x</Set>\n</Configure>");
        Path first =
                Files.writeString(dir.resolve("first.xml"), "<Configure id='p' class='" + Part.class.getName() + "'/>");
        List<Map<String, String>> findings = new ArrayList<>();
        CheckedConfiguration.check(new String[] {first.toString(), later.toString()}, findings::add);
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0)).containsEntry("file", later.toString()).containsEntry("line", "2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"certificatesDirectory", "keyStorePath"})
    void wrongPasswordOfAKeyIsToldWithoutOneOfTheStore(String setting) throws IOException {
        Path file = setting.equals("keyStorePath")
                ? Files.writeString(dir.resolve("keys.pem"), "-----BEGIN PRIVATE KEY-----\n")
                : Files.createDirectory(dir.resolve("certificates"));
        List<Map<String, String>> findings = check("""
                        <Configure class='org.eclipse.jetty.util.ssl.SslContextFactory$Server'>
                          <Set name='keyStoreType'>PEM</Set>
                          <Set name='keyManagerPassword'>OBF:wrong</Set>
                          <Set name='%s'>%s</Set>
                        </Configure>
                        """.formatted(setting, file));
        assertThat(findings).anySatisfy(finding -> assertThat(finding)
                .containsEntry("line", "3")
                .hasEntrySatisfying("message", message -> assertThat(message).contains("the password is ")));
    }

    @Test
    void fileOfAnApplicationThatIsMissingIsTold() throws IOException {
        List<Map<String, String>> findings = new ArrayList<>();
        CheckedConfiguration checked = new CheckedConfiguration(findings::add);
        Path missing = dir.resolve("missing.xml");
        assertThat(checked.checkFile(missing, getClass().getClassLoader(), true, Map.of(), null))
                .isNull();
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).get("message")).contains("does not exist");
    }
}

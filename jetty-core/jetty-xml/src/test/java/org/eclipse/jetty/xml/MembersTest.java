package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.util.resource.MemoryResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of several methods an element means, and which attributes it may have. */
public class MembersTest {
    public static class Overloaded {
        private String called;

        public String getCalled() {
            return called;
        }

        public void object(Object o) {
            called = "Object " + o;
        }

        public void object(int i) {
            called = "int " + i;
        }

        public void object(Path path) {
            called = "Path " + path;
        }

        public void more(Object o) {
            called = "Object " + o;
        }

        public void more(String... more) {
            called = "String... " + String.join(",", more);
        }

        public void number(int i) {
            called = "int " + i;
        }

        public void number(String... texts) {
            called = "String... " + String.join(",", texts);
        }

        public void many(Object o) {
            called = "Object " + o;
        }

        public void many(String[] texts) {
            called = "String[] " + String.join(",", texts);
        }

        public void setAny(Object o) {
            called = "Object " + o;
        }

        public void setAny(int i) {
            called = "int " + i;
        }

        public void setText(String text) {
            called = "[" + text + "]";
        }
    }

    private final Map<String, Object> ids = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    private Object configure(Class<?> type, String body) throws Exception {
        String xml = "<Configure id='it' class='" + type.getName() + "'>" + body + "</Configure>";
        return new XmlConfiguration(
                        new MemoryResource(URI.create("memory:test.xml"), xml.getBytes(StandardCharsets.UTF_8)),
                        ids,
                        properties)
                .configure();
    }

    @Test
    public void methodThatAPublicClassHasFromOneThatIsNotPublicIsCalled() throws Exception {
        Object text = configure(StringBuilder.class, """
                <Call name='append'><Arg>abc</Arg></Call>
                <Set name='length'>2</Set>
                <Call name='length' id='length'/>
                """);
        assertThat(text).hasToString("ab");
        assertThat(ids.get("length")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <Call name='object'><Arg>5</Arg></Call>                   | Object 5
            <Call name='object'><Arg type='int'>5</Arg></Call>        | int 5
            <Call name='more'><Arg>a</Arg></Call>                     | Object a
            <Call name='more'><Arg>a</Arg><Arg>b</Arg></Call>         | String... a,b
            <Call name='number'><Arg>5</Arg></Call>                   | int 5
            <Call name='number'><Arg>a</Arg></Call>                   | String... a
            <Call name='many'><Arg>a</Arg></Call>                     | Object a
            <Set name='any'>5</Set>                                   | Object 5
            <Set name='any' type='int'>5</Set>                        | int 5
            """)
    public void textIsConvertedOnlyWhereNothingTakesItAsItIs(String element, String called) throws Exception {
        assertThat(((Overloaded) configure(Overloaded.class, element)).called).isEqualTo(called);
    }

    @Test
    public void varargsComeBeforeObjectsMadeOfTexts() throws Exception {
        configure(Overloaded.class, """
                <Call class='java.nio.file.Paths' name='get' id='path'><Arg>/a</Arg></Call>
                <Call class='java.nio.file.Path' name='of' id='longer'><Arg>/a</Arg><Arg>b</Arg></Call>
                <Call class='java.lang.String' name='format' id='text'><Arg>%s-%s</Arg><Arg>a</Arg><Arg>b</Arg></Call>
                """);
        assertThat(ids)
                .containsEntry("path", Path.of("/a"))
                .containsEntry("longer", Path.of("/a/b"))
                .containsEntry("text", "a-b");
    }

    @Test
    public void textOfAnElementIsTrimmedUnlessItsTypeIsGiven() throws Exception {
        properties.put("p", "  a b ");
        assertThat(((Overloaded) configure(Overloaded.class, "<Set name='text'><Property name='p'/></Set>")).called)
                .isEqualTo("[a b]");
        assertThat(((Overloaded) configure(
                                Overloaded.class, "<Set name='text' type='String'><Property name='p'/></Set>"))
                        .called)
                .isEqualTo("[  a b ]");
    }

    @Test
    public void unknownAttributeIsRefused() {
        assertThatThrownBy(() -> configure(Overloaded.class, "<Set name='text' propery='p'>a</Set>"))
                .hasMessageContaining("Set[text]: unknown attribute propery: did you mean property?");
        assertThatThrownBy(() -> configure(Overloaded.class, "<Property name='p' defualt='p'/>"))
                .hasMessageContaining("unknown attribute defualt: did you mean default?");
    }

    @Test
    public void attributesOfXmlItselfAreNotRefused() throws Exception {
        assertThat(configure(
                        Overloaded.class,
                        "<Set name='text' xml:space='preserve' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                                + " xsi:schemaLocation='a b'>a</Set>"))
                .extracting("called")
                .isEqualTo("[a]");
    }
}

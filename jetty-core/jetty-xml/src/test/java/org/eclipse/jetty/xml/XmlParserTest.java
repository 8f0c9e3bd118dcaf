package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

public class XmlParserTest {
    private static XmlParser.Node parse(XmlParser parser, String text) throws Exception {
        return parser.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    public void descriptorIsReadWithNamespaces() throws Exception {
        XmlParser.Node root = parse(new XmlParser(), """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                  <servlet><servlet-name> a </servlet-name></servlet>
                  <servlet><servlet-name>b</servlet-name></servlet>
                </web-app>
                """);
        assertThat(root.getTag()).isEqualTo("web-app");
        assertThat(root.getAttribute("version")).isEqualTo("6.0");
        Iterator<XmlParser.Node> servlets = root.iterator("servlet");
        XmlParser.Node first = servlets.next();
        assertThat(first.getString("servlet-name", false, true)).isEqualTo("a");
        assertThat(first.getLineNumber()).isEqualTo(2);
        assertThat(first.getPath()).isEqualTo("/web-app/servlet");
        assertThat(servlets.next().getString("servlet-name", false, true)).isEqualTo("b");
        assertThat(servlets).isExhausted();
    }

    @Test
    public void doctypeIsToldAndUsedAgainForTheNextDocument() throws Exception {
        XmlParser parser = new XmlParser();
        parse(
                parser,
                "<!DOCTYPE web-app PUBLIC \"-//Sun//DTD 2.2//EN\" \"http://x.invalid/web-app_2_2.dtd\"><web-app/>");
        assertThat(parser.getDTD()).endsWith("web-app_2_2.dtd");
        parse(parser, "<web-app/>");
        assertThat(parser.getDTD()).isNull();
    }

    @Test
    public void nextDocumentHasNeitherEntitiesNorFailureOfTheOneBefore() throws Exception {
        XmlParser parser = new XmlParser();
        String text = "<!DOCTYPE a [<!ENTITY e \"x\">]><a>&e;</a>";
        assertThat(parse(parser, text).toString(false)).isEqualTo("x");
        assertThatThrownBy(() -> parse(parser, "<a>&e;</a>"))
                .isInstanceOf(SAXException.class)
                .hasMessageContaining("\"e\"");
        assertThat(parse(parser, "<b>y</b>").toString(false)).isEqualTo("y");
    }

    /** Another one may not know the limits of entities. */
    @Test
    public void parserIsThatOfTheJdkWhateverIsConfigured() throws Exception {
        String property = "javax.xml.parsers.SAXParserFactory";
        String before = System.setProperty(property, "org.example.Missing");
        try {
            assertThat(parse(new XmlParser(), "<a>x</a>").toString(false)).isEqualTo("x");
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    @Test
    public void redirectedEntityIsRead() throws Exception {
        XmlParser parser = new XmlParser();
        java.nio.file.Path file = java.nio.file.Files.createTempFile("entity", ".txt");
        try {
            java.nio.file.Files.writeString(file, "local");
            parser.redirectEntity("part.txt", file.toUri().toURL());
            XmlParser.Node root =
                    parse(parser, "<!DOCTYPE a [<!ENTITY p SYSTEM \"http://x.invalid/part.txt\">]><a>&p;</a>");
            assertThat(root.toString(false, true)).isEqualTo("local");
        } finally {
            java.nio.file.Files.delete(file);
        }
    }

    @Test
    public void entitiesThatMultiplyAreRefused() {
        StringBuilder entities = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"lol\">");
        for (int i = 1; i < 9; i++) {
            entities.append("<!ENTITY e")
                    .append(i)
                    .append(" \"")
                    .append(("&e" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        entities.append("]><a>&e8;</a>");
        assertThatThrownBy(() -> parse(new XmlParser(), entities.toString()))
                .isInstanceOf(SAXException.class)
                .hasMessageContaining("entity expansions");
    }
}

package org.eclipse.jetty.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

public class KnownDocumentsTest {
    private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<!DOCTYPE Configure PUBLIC \"-//Jetty//Configure//EN\" \"https://jetty.org/configure_10_0.dtd\">\n"
            + "<Configure id=\"é\" class='x\"y'>\n <!-- a -->text &amp; <b:a xmlns:b=\"urn:b\" b:c=\"€\"/> "
            + "<Set name=\"x\">\u4e2d\u00fc</Set><Set name=\"x\"/></Configure>";

    @TempDir
    Path folder;

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static XmlParser.Node parse(XmlParser parser, byte[] octets) throws Exception {
        InputSource source = new InputSource(new ByteArrayInputStream(octets));
        source.setSystemId("file:///a.xml");
        return parser.parse(source);
    }

    /** All that can be asked of a tree, an entry for each element and text. */
    private static void tell(XmlParser.Node node, List<String> to) {
        StringBuilder own = new StringBuilder();
        for (XmlParser.Attribute attribute : node.getAttributes()) {
            own.append(attribute.getName())
                    .append('=')
                    .append(attribute.getValue())
                    .append(' ');
        }
        to.add(node.getPath() + " " + node.getNamespace() + " " + node.getLocation() + " " + own);
        for (Object child : node) {
            if (child instanceof XmlParser.Node element) {
                assertThat(element.getParent()).isSameAs(node);
                tell(element, to);
            } else {
                to.add((String) child);
            }
        }
    }

    private static List<String> told(XmlParser.Node node) {
        List<String> told = new ArrayList<>();
        tell(node, told);
        return told;
    }

    private Path recorded(String... documents) throws Exception {
        KnownDocuments.Recorder recorder = new KnownDocuments.Recorder();
        XmlParser parser = new XmlParser();
        for (String document : documents) {
            XmlParser.Node root = parse(parser, octets(document));
            recorder.add(octets(document), root, parser.getDTD());
        }
        Path file = folder.resolve("documents");
        recorder.write(file);
        return file;
    }

    @Test
    public void knownDocumentIsWhatTheParserMadeOfIt() throws Exception {
        StringBuilder large = new StringBuilder("<a>\n");
        for (int i = 0; i < 2000; i++) {
            large.append("<b n=\"").append(i).append("\">t").append(i).append("</b>\n");
        }
        large.append("</a>");
        KnownDocuments known = KnownDocuments.read(recorded(XML, "<web-app/>", large.toString()));
        for (String text : new String[] {XML, "<web-app/>", large.toString()}) {
            XmlParser parser = new XmlParser();
            List<String> expected = told(parse(parser, octets(text)));
            for (int i = 0; i < 2; i++) {
                KnownDocuments.Document document = known.document(octets(text), "file:///a.xml");
                assertThat(told(document.root())).isEqualTo(expected);
                assertThat(document.dtd()).isEqualTo(parser.getDTD());
                // who changes a tree does not change the next one
                document.root().clear();
            }
        }
    }

    @Test
    public void editedDocumentIsNotKnown() throws Exception {
        KnownDocuments known = KnownDocuments.read(recorded(XML));
        byte[] octets = octets(XML);
        for (int i = 0; i < octets.length; i++) {
            octets[i] ^= 1;
            assertThat(known.document(octets, null)).isNull();
            octets[i] ^= 1;
        }
        assertThat(known.document(octets(XML + " "), null)).isNull();
        assertThat(known.document(new byte[0], null)).isNull();
        assertThat(known.document(octets, null)).isNotNull();
    }

    @Test
    public void damagedFileIsRefused() throws Exception {
        Path file = recorded(XML);
        byte[] octets = Files.readAllBytes(file);
        for (int i = 0; i < octets.length; i++) {
            octets[i] ^= 1;
            Files.write(file, octets);
            assertThatThrownBy(() -> KnownDocuments.read(file)).isInstanceOf(IOException.class);
            octets[i] ^= 1;
        }
        for (int length : new int[] {0, 7, 8, octets.length - 1}) {
            Files.write(file, java.util.Arrays.copyOf(octets, length));
            assertThatThrownBy(() -> KnownDocuments.read(file)).isInstanceOf(IOException.class);
        }
    }
}

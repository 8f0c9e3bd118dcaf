package org.eclipse.jetty.start.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Looks whether a file is well-formed XML; nothing is fetched that it refers to. */
public final class XmlSyntax {
    /** What is wrong, and in which line, from 1; 0 when that is not known. */
    public record Mistake(int line, String message) {}

    private XmlSyntax() {}

    /** The first mistake; null when there is none. */
    public static @Nullable Mistake mistake(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            InputSource source = new InputSource(in);
            source.setSystemId(file.toUri().toString());
            SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.newSAXParser().parse(source, new DefaultHandler() {
                @Override
                public InputSource resolveEntity(String publicId, String systemId) {
                    return new InputSource(new ByteArrayInputStream(new byte[0]));
                }

                @Override
                public void fatalError(SAXParseException e) throws SAXException {
                    throw e;
                }
            });
            return null;
        } catch (SAXParseException e) {
            return new Mistake(e.getLineNumber(), String.valueOf(e.getMessage()));
        } catch (SAXException | ParserConfigurationException e) {
            return new Mistake(0, String.valueOf(e.getMessage()));
        }
    }
}

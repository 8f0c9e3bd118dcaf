package org.eclipse.jetty.ee.webapp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tag library descriptor of a library tells the application before a page uses it (JSP sections 7.3.4 and 7.1.9).
 *
 * @param name the path of the descriptor in the library, below META-INF
 * @param uri by which pages name the tag library
 * @param listeners the class names of listeners that it brings
 * @param readable false for a descriptor that is not XML: the JSP engine is to read it, and to tell what is wrong
 */
public record TagLibrary(String name, @Nullable String uri, List<String> listeners, boolean readable) {}

package org.eclipse.jetty.ee10.webapp;

import java.util.List;
import org.eclipse.jetty.util.resource.Resource;

/** Orders the libraries of a web application (Servlet section 8.2.2). */
public interface Ordering {
    /** Returns the libraries that take part, in order. */
    List<Resource> order(List<Resource> jars);
}

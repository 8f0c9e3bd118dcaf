/**
 * What differs between versions of the Servlet API: the base classes that another environment replaces by its own, while
 * everything else is the same source.
 */
package org.eclipse.jetty.ee10.servlet.api;

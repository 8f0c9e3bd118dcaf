package org.eclipse.jetty.deploy;

import java.nio.file.Path;
import java.util.Set;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.component.Environment;

/** Makes the context of an application from its files. */
public interface ContextHandlerFactory {
    /** The attribute that holds the class of contexts which name no other. */
    String DEFAULT_CONTEXT_HANDLER_CLASS_ATTRIBUTE = "jetty.deploy.defaultContextHandlerClass";

    /** The attribute that holds the name of the environment. */
    String ENVIRONMENT_ATTRIBUTE = "environment";

    /** The attribute that holds the XML files ({@code List<Path>}) which are applied before that of the application. */
    String ENVIRONMENT_XML_PATHS_ATTRIBUTE = "jetty.deploy.paths.environmentXmls";

    /**
     * Makes a context, not started.
     *
     * @param server the server it will belong to
     * @param environment its environment, whose class loader loads its class
     * @param mainPath the XML file, WAR file or directory
     * @param otherPaths the other files of the same base name
     * @param deployAttributes the properties of the environment and of the application; the {@code jetty.deploy.*} keys
     * have their types
     * @throws Exception when a file or property is wrong, with a message that names it
     */
    ContextHandler newContextHandler(
            Server server, Environment environment, Path mainPath, Set<Path> otherPaths, Attributes deployAttributes)
            throws Exception;
}

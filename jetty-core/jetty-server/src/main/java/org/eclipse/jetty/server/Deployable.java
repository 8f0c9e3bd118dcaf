package org.eclipse.jetty.server;

import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** A context that a deployer creates and configures by properties. */
public interface Deployable {
    /** The prefix of properties that become attributes of the context. */
    String ATTRIBUTE_PREFIX = "jetty.deploy.attribute.";

    String TEMP_DIR = "jetty.deploy.tempDir";
    String BASE_RESOURCE = "jetty.deploy.baseResource";
    String DIR_ALLOWED = "jetty.deploy.baseResource.dirAllowed";
    String SYMLINKS_ALLOWED = "jetty.deploy.baseResource.symlinksAllowed";
    String CONFIGURATION_CLASSES = "jetty.deploy.configurationClasses";
    String CONTAINER_SCAN_JARS = "jetty.deploy.containerScanJarPattern";
    String CONTEXT_PATH = "jetty.deploy.contextPath";
    String DEFAULT_CONTEXT_PATH = "jetty.deploy.defaultContextPath";
    String CONTEXT_HANDLER_CLASS = "jetty.deploy.contextHandlerClass";
    String DEFAULT_CONTEXT_HANDLER_CLASS = "jetty.deploy.defaultContextHandlerClass";
    String DEFAULTS_DESCRIPTOR = "jetty.deploy.defaultsDescriptor";
    String ENVIRONMENT = "environment";
    String EXTRACT_WARS = "jetty.deploy.extractWars";
    String PARENT_LOADER_PRIORITY = "jetty.deploy.parentLoaderPriority";
    String SCI_EXCLUSION_PATTERN = "jetty.deploy.servletContainerInitializerExclusionPattern";
    String SCI_ORDER = "jetty.deploy.servletContainerInitializerOrder";
    String WAR = "jetty.deploy.war";
    String WEBINF_SCAN_JARS = "jetty.deploy.webInfScanJarPattern";
    String MAIN_PATH = "jetty.deploy.paths.main";
    String OTHER_PATHS = "jetty.deploy.paths.other";

    /** Applies the properties of the deployment, before the application's own XML is applied. */
    void initializeDefaults(Attributes attributes);

    /**
     * Returns why the last start failed, for a context that keeps the failure to itself and answers 503; null when it did not fail.
     */
    default @Nullable Throwable getUnavailableException() {
        return null;
    }
}

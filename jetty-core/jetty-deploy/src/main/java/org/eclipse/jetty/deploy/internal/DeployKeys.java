package org.eclipse.jetty.deploy.internal;

/** The keys that properties of applications and environments may have. */
public final class DeployKeys {
    public static final String ATTRIBUTE_PREFIX = "jetty.deploy.attribute.";
    public static final String BASE_RESOURCE = "jetty.deploy.baseResource";
    public static final String CANARY_COOKIE = "jetty.deploy.canary.cookie";
    public static final String CANARY_HEADER = "jetty.deploy.canary.header";
    public static final String CANARY_MAX_FAILURE_PERCENT = "jetty.deploy.canary.maxFailurePercent";
    public static final String CANARY_MAX_LATENCY = "jetty.deploy.canary.maxLatency";
    public static final String CANARY_MIN_REQUESTS = "jetty.deploy.canary.minRequests";
    public static final String CANARY_PERCENT = "jetty.deploy.canary.percent";
    public static final String CANARY_PREFIX = "jetty.deploy.canary.";
    public static final String CONFIGURATION_CLASSES = "jetty.deploy.configurationClasses";
    public static final String CONTAINER_SCAN_JARS = "jetty.deploy.containerScanJarPattern";
    public static final String CONTEXT_HANDLER_CLASS = "jetty.deploy.contextHandlerClass";
    public static final String CONTEXT_PATH = "jetty.deploy.contextPath";
    public static final String DEFAULT_CONTEXT_PATH = "jetty.deploy.defaultContextPath";
    public static final String DEFAULTS_DESCRIPTOR = "jetty.deploy.defaultsDescriptor";
    public static final String DIR_ALLOWED = "jetty.deploy.baseResource.dirAllowed";
    public static final String EXTRACT_WARS = "jetty.deploy.extractWars";
    public static final String MAIN_PATH = "jetty.deploy.paths.main";
    public static final String OTHER_PATHS = "jetty.deploy.paths.other";
    public static final String PARENT_LOADER_PRIORITY = "jetty.deploy.parentLoaderPriority";
    public static final String SCI_EXCLUSION_PATTERN = "jetty.deploy.servletContainerInitializerExclusionPattern";
    public static final String SCI_ORDER = "jetty.deploy.servletContainerInitializerOrder";
    public static final String SYMLINKS_ALLOWED = "jetty.deploy.baseResource.symlinksAllowed";
    public static final String TEMP_DIR = "jetty.deploy.tempDir";
    public static final String WAR = "jetty.deploy.war";
    public static final String WEBINF_SCAN_JARS = "jetty.deploy.webInfScanJarPattern";

    private DeployKeys() {}
}

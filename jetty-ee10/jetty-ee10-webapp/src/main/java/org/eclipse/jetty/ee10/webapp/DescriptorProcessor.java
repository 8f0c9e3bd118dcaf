package org.eclipse.jetty.ee10.webapp;

/** Applies a descriptor to a web application. */
public interface DescriptorProcessor {
    void process(WebAppContext context, Descriptor descriptor) throws Exception;
}

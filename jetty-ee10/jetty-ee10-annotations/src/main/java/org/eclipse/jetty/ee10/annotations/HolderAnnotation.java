package org.eclipse.jetty.ee10.annotations;

import jakarta.servlet.annotation.WebInitParam;
import java.lang.annotation.Annotation;
import org.eclipse.jetty.ee10.servlet.Holder;
import org.eclipse.jetty.ee10.webapp.DiscoveredAnnotation;
import org.eclipse.jetty.ee10.webapp.Origin;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/** Adds an annotated servlet or filter, or completes one that a descriptor has under its name (Servlet section 8.2.3). */
abstract class HolderAnnotation extends DiscoveredAnnotation {
    HolderAnnotation(WebAppContext context, String className, @Nullable Resource resource) {
        super(context, className, resource);
    }

    /** Whether the application's descriptors, and other annotations, leave a setting open. */
    final boolean isUnset(String key) {
        Origin origin = context.getMetaData().getOrigin(key);
        return origin == Origin.NotSet || origin == Origin.WebDefaults;
    }

    /** Adds the parameters that are unset. */
    final void addInitParameters(
            Holder<?> holder, String keyPrefix, WebInitParam[] params, Annotation annotation, Class<?> type) {
        for (WebInitParam param : params) {
            String key = keyPrefix + param.name();
            if (isUnset(key)) {
                holder.setInitParameter(param.name(), param.value());
                context.getMetaData().setOrigin(key, annotation, type);
            }
        }
    }
}

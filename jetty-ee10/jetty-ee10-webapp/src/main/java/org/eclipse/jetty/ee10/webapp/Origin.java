package org.eclipse.jetty.ee10.webapp;

import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;

/** What kind of place a piece of configuration comes from. */
public enum Origin {
    NotSet,
    WebXml,
    WebDefaults,
    WebOverride,
    WebFragment,
    Annotation,
    API;

    /** Returns the origin that a descriptor or annotation is. */
    public static Origin of(@Nullable Object o) {
        if (o instanceof FragmentDescriptor) {
            return WebFragment;
        }
        if (o instanceof OverrideDescriptor) {
            return WebOverride;
        }
        if (o instanceof DefaultsDescriptor) {
            return WebDefaults;
        }
        if (o instanceof Descriptor) {
            return WebXml;
        }
        if (o instanceof Annotation) {
            return Annotation;
        }
        return o == null ? NotSet : API;
    }
}

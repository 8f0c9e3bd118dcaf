package org.eclipse.jetty.ee10.servlet;

import java.util.Arrays;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ManagedName;
import org.jspecify.annotations.Nullable;

/** The path patterns of a named servlet. Guarded by the life cycle of its ServletHandler. */
@ManagedObject("The paths of a servlet")
public class ServletMapping implements ManagedName {
    private final Source source;
    private String @Nullable [] pathSpecs;
    private @Nullable String servletName;
    private boolean fromDefaultDescriptor;

    public ServletMapping() {
        this(Source.EMBEDDED);
    }

    public ServletMapping(Source source) {
        this.source = source;
    }

    @ManagedAttribute(value = "The path specs", readonly = true)
    public String @Nullable [] getPathSpecs() {
        return pathSpecs;
    }

    @Override
    public @Nullable String getManagedName() {
        return getServletName();
    }

    @ManagedAttribute(value = "The name of the servlet", readonly = true)
    public @Nullable String getServletName() {
        return servletName;
    }

    /**
     * Sets the URL patterns.
     *
     * @throws IllegalArgumentException if one is no pattern, as {@code x} without a slash (Servlet 6.0, section 12.2)
     */
    public void setPathSpecs(String @Nullable [] pathSpecs) {
        this.pathSpecs = checked(pathSpecs);
    }

    public boolean containsPathSpec(String pathSpec) {
        if (pathSpecs == null) {
            return false;
        }
        String wanted = ServletPathSpec.normalize(pathSpec);
        for (String spec : pathSpecs) {
            if (spec.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    public void setPathSpec(String pathSpec) {
        setPathSpecs(new String[] {pathSpec});
    }

    public void setServletName(@Nullable String servletName) {
        this.servletName = servletName;
    }

    /** Whether this mapping comes from the default descriptor, and so gives way to an application's own. */
    @ManagedAttribute(value = "Whether it is of the default descriptor", readonly = true)
    public boolean isFromDefaultDescriptor() {
        return fromDefaultDescriptor;
    }

    public void setFromDefaultDescriptor(boolean fromDefault) {
        fromDefaultDescriptor = fromDefault;
    }

    public Source getSource() {
        return source;
    }

    /** Returns a copy of patterns; one that is none is refused (Servlet 6.0, section 12.2). */
    static String @Nullable [] checked(String @Nullable [] pathSpecs) {
        if (pathSpecs == null) {
            return null;
        }
        for (String pathSpec : pathSpecs) {
            new ServletPathSpec(pathSpec);
        }
        return pathSpecs.clone();
    }

    @Override
    public String toString() {
        return Arrays.toString(pathSpecs) + "=>" + servletName;
    }
}

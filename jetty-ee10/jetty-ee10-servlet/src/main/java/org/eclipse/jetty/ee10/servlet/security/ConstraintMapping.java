package org.eclipse.jetty.ee10.servlet.security;

import org.eclipse.jetty.security.Constraint;
import org.jspecify.annotations.Nullable;

/** A constraint on a path pattern, for one method, for all methods but some, or for all. Guarded by the life cycle. */
public class ConstraintMapping {
    private @Nullable String method;
    private String @Nullable [] methodOmissions;
    private @Nullable String pathSpec;
    private @Nullable Constraint constraint;

    public ConstraintMapping() {}

    public @Nullable Constraint getConstraint() {
        return constraint;
    }

    public void setConstraint(Constraint constraint) {
        this.constraint = constraint;
    }

    /** Returns the method, or null for all. */
    public @Nullable String getMethod() {
        return method;
    }

    public void setMethod(@Nullable String method) {
        this.method = method;
    }

    public @Nullable String getPathSpec() {
        return pathSpec;
    }

    public void setPathSpec(String pathSpec) {
        this.pathSpec = pathSpec;
    }

    /** Sets the methods that the constraint leaves out. */
    public void setMethodOmissions(String @Nullable [] omissions) {
        methodOmissions = omissions;
    }

    public String @Nullable [] getMethodOmissions() {
        return methodOmissions;
    }

    @Override
    public String toString() {
        return "ConstraintMapping[" + pathSpec + "," + (method == null ? "*" : method) + "," + constraint + "]";
    }
}

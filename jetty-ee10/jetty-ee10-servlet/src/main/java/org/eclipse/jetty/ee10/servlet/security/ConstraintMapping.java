package org.eclipse.jetty.ee10.servlet.security;

import org.eclipse.jetty.security.Constraint;

/** A constraint on a path pattern, for one method, for all methods but some, or for all. Guarded by the life cycle. */
public class ConstraintMapping {
    private String method;
    private String[] methodOmissions;
    private String pathSpec;
    private Constraint constraint;

    public ConstraintMapping() {}

    public Constraint getConstraint() {
        return constraint;
    }

    public void setConstraint(Constraint constraint) {
        this.constraint = constraint;
    }

    /** Returns the method, or null for all. */
    public String getMethod() {
        return method;
    }

    public void setMethod(String method) {
        this.method = method;
    }

    public String getPathSpec() {
        return pathSpec;
    }

    public void setPathSpec(String pathSpec) {
        this.pathSpec = pathSpec;
    }

    /** Sets the methods that the constraint leaves out. */
    public void setMethodOmissions(String[] omissions) {
        methodOmissions = omissions;
    }

    public String[] getMethodOmissions() {
        return methodOmissions;
    }

    @Override
    public String toString() {
        return "ConstraintMapping[" + pathSpec + "," + (method == null ? "*" : method) + "," + constraint + "]";
    }
}

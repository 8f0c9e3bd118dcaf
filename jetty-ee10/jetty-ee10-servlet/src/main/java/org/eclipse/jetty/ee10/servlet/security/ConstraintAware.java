package org.eclipse.jetty.ee10.servlet.security;

import java.util.List;
import java.util.Set;

/** Holds the security constraints of a web application (Servlet section 13.8). */
public interface ConstraintAware {
    List<ConstraintMapping> getConstraintMappings();

    Set<String> getKnownRoles();

    /** Sets all constraints, and the roles that are known beside those that the constraints name; null to derive them. */
    void setConstraintMappings(List<ConstraintMapping> constraintMappings, Set<String> roles);

    void addConstraintMapping(ConstraintMapping mapping);

    void addKnownRole(String role);

    /** Sets whether methods that a constraint leaves uncovered are denied (Servlet section 13.8.4.2). */
    void setDenyUncoveredHttpMethods(boolean deny);

    boolean isDenyUncoveredHttpMethods();

    /** Warns of paths with uncovered methods; true when there are any. */
    boolean checkPathsWithUncoveredHttpMethods();
}

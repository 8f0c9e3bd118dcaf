package org.eclipse.jetty.start.check;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.Problems;
import org.eclipse.jetty.start.problems.StartException;

/** Notes all that {@code --check} finds, each once, and the worst exit code. Confined to the main thread. */
public final class Findings implements Problems {
    private final Set<Finding> all = new LinkedHashSet<>();
    private int exitCode;

    public Set<Finding> all() {
        return all;
    }

    /** 0 when there is no error, else the exit code of the first one. */
    int exitCode() {
        return exitCode;
    }

    int errors() {
        int errors = 0;
        for (Finding finding : all) {
            if (finding.isError()) {
                errors++;
            }
        }
        return errors;
    }

    void add(Finding finding, int code) {
        if (all.add(finding) && finding.isError() && exitCode == 0) {
            exitCode = code;
        }
    }

    @Override
    public void error(StartException problem) {
        add(new Finding(true, problem.origin(), withoutPlace(problem), null, ""), problem.exitCode());
    }

    /** The message of a failure says the place, which a finding says first. */
    private static String withoutPlace(StartException problem) {
        String message = String.join(System.lineSeparator(), problem.messages());
        if (problem.origin() == null) {
            return message;
        }
        String place = problem.origin().place();
        return message.replace(", from " + place, "").replace(" in " + place, "");
    }

    @Override
    public void defect(String message, Origin origin, String remedy) {
        add(new Finding(true, origin, message, null, remedy), StartException.UNKNOWN);
    }

    @Override
    public void warning(String message, Origin origin, String remedy) {
        add(new Finding(false, origin, message, null, remedy), StartException.UNKNOWN);
    }
}

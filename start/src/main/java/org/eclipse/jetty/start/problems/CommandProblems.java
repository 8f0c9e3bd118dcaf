package org.eclipse.jetty.start.problems;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a command by what is wrong with it: all that its arguments and ini files have, so that an operator corrects them at once; then the first
 * error.
 *
 * <p>Confined to the main thread.
 */
public final class CommandProblems implements Problems {
    private @Nullable List<StartException> gathered = new ArrayList<>();

    @Override
    public void error(StartException problem) {
        if (gathered == null) {
            throw problem;
        }
        gathered.add(problem);
    }

    /**
     * Ends the gathering.
     *
     * @throws StartException when there was an error
     */
    public void throwGathered() {
        List<StartException> all = gathered;
        gathered = null;
        if (all != null) {
            StartException.throwAll(all);
        }
    }

    @Override
    public void defect(String message, Origin origin, String remedy) {
        warning(message, origin, remedy);
    }

    @Override
    public void warning(String message, Origin origin, String remedy) {
        StartLog.warn(message + ", from " + origin.place() + (remedy.isEmpty() ? "" : ". " + remedy));
    }
}

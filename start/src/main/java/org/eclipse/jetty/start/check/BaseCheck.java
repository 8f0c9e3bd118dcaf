package org.eclipse.jetty.start.check;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.Json;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.Suggestion;
import org.eclipse.jetty.start.properties.IdleProperties;
import org.eclipse.jetty.start.properties.UnknownProperties;
import org.eclipse.jetty.start.session.Resolver;
import org.eclipse.jetty.start.session.StartSession;

/**
 * Looks for what is wrong with a base without starting it: {@code --check}.
 *
 * <p>It goes the way of a start, noting problems where that would end, and then lets {@link ServerCheck} look at the XML files.
 * Confined to the main thread.
 */
public final class BaseCheck {
    private final Findings findings = new Findings();
    private final Predicate<BaseHome> isTrained;

    /**
     * Makes a check.
     *
     * @param isTrained whether the base has a start cache
     */
    public BaseCheck(Predicate<BaseHome> isTrained) {
        this.isTrained = isTrained;
    }

    /** Checks, prints the findings to {@code out}, and returns the exit code: 0 when there is no error. */
    public int run(String[] arguments, String version, PrintStream out) {
        StartSession session = null;
        try {
            session = StartSession.open(arguments, version, findings);
            check(session);
        } catch (StartException e) {
            findings.error(e);
        }
        // bad arguments may have hidden how to print
        String format = session == null ? "text" : session.config().options().check;
        print("json".equals(format), out);
        return findings.exitCode();
    }

    private void check(StartSession session) {
        StartConfig config = session.config();
        List<ModuleFile> modules = session.enable();
        checkEnvironments(config, modules);
        new Resolver(config, session.baseHome()).resolve(modules);
        new ModuleFilesCheck(config, session.baseHome()).check(modules);
        new LibrariesCheck(config, session.baseHome(), findings).check();
        new UnknownProperties(config, session.baseHome(), session.registry()).report();
        new IdleProperties(config, session.registry(), session.properties()).report();
        new SecretFilesCheck(session.baseHome(), findings).check();
        new HiddenSettings(config, session.baseHome(), findings).check();
        CommandLine commandLine = new CommandLine(config, session.baseHome());
        try {
            commandLine.directives();
        } catch (StartException e) {
            findings.error(e);
        }
        new JvmArgumentsCheck(config, isTrained.test(session.baseHome()), findings).check();
        new LogFilesCheck(config, session.baseHome(), findings).check();
        new LoginConfigCheck(config, session.baseHome(), findings).check(modules, commandLine);
        new ServerCheck(config, session.baseHome(), findings).run(commandLine);
    }

    private void checkEnvironments(StartConfig config, List<ModuleFile> modules) {
        Set<String> brought = new TreeSet<>();
        for (ModuleFile module : modules) {
            if (module.environment() != null) {
                brought.add(module.environment());
            }
        }
        for (StartConfig.EnvironmentRequest wanted : config.environmentRequests()) {
            if (!brought.contains(wanted.name()) && !wanted.name().equalsIgnoreCase(StartConfig.SERVER)) {
                findings.warning(
                        "no module that is enabled brings the environment " + wanted.name(),
                        wanted.origin(),
                        (Suggestion.didYouMean(wanted.name(), brought) + " There are: " + brought).trim());
            }
        }
    }

    private void print(boolean json, PrintStream out) {
        int errors = findings.errors();
        int warnings = findings.all().size() - errors;
        if (json) {
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("errors", errors);
            report.put("warnings", warnings);
            List<Object> list = new ArrayList<>();
            for (Finding finding : findings.all()) {
                list.add(finding.json());
            }
            report.put("findings", list);
            out.println(Json.write(report));
            return;
        }
        for (Finding finding : findings.all()) {
            out.println(finding.text());
        }
        out.println("Checked: " + errors + (errors == 1 ? " error, " : " errors, ") + warnings
                + (warnings == 1 ? " warning" : " warnings"));
    }
}

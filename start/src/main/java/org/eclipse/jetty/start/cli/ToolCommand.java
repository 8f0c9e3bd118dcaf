package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import java.util.List;
import org.eclipse.jetty.start.config.Options;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.jvm.CommandLine;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.properties.UnknownProperties;
import org.eclipse.jetty.start.report.Completion;
import org.eclipse.jetty.start.report.ConfigReport;
import org.eclipse.jetty.start.report.Explanation;
import org.eclipse.jetty.start.report.JsonReport;
import org.eclipse.jetty.start.report.ModuleGraphWriter;
import org.eclipse.jetty.start.report.ModuleReport;
import org.eclipse.jetty.start.session.Resolver;
import org.eclipse.jetty.start.session.StartSession;

/** Reports on the base, changes it, or both; no server is started. */
record ToolCommand(StartSession session, String version) implements Command {
    @Override
    public int run(PrintStream out) {
        List<ModuleFile> modules = session.enable();
        if (session.config().options().listConfig) {
            new UnknownProperties(session.config(), session.baseHome(), session.registry()).report();
        }
        report(modules, out);
        BaseChange.apply(session, modules);
        return 0;
    }

    private void report(List<ModuleFile> modules, PrintStream out) {
        StartConfig config = session.config();
        Options options = config.options();
        if ("json".equals(options.listModules)) {
            out.println(JsonReport.modules(session.registry().all()));
        } else if (options.listModules != null) {
            new ModuleReport(session.registry(), out).list(options.listModules);
        }
        if (options.showModules != null) {
            new ModuleReport(session.registry(), out).show(options.showModules);
        }
        if (options.moduleGraph != null) {
            out.println("Generating GraphViz Graph of Jetty Modules at " + options.moduleGraph);
            new ModuleGraphWriter(session.registry())
                    .write(session.baseHome().base().resolve(options.moduleGraph), modules);
        }
        if (options.explain == null
                && options.completion == null
                && !options.listConfig
                && !options.listClassPath
                && !options.dryRun) {
            return;
        }
        new Resolver(config, session.baseHome()).resolve(modules);
        if (options.explain != null) {
            new Explanation(config, session.registry(), session.properties(), out).explain(options.explain);
        }
        if (options.completion != null) {
            out.print(new Completion(session.registry(), session.properties()).script(options.completion));
        }
        ConfigReport report = new ConfigReport(config, session.baseHome(), out);
        if (options.listConfigAsJson) {
            out.println(JsonReport.config(
                    config, session.baseHome(), modules, version, new CommandLine(config, session.baseHome())));
        } else if (options.listConfig) {
            report.print(modules, version);
        }
        if (options.listClassPath) {
            report.printVersions(version);
            report.printClassPaths();
        }
        if (options.dryRun) {
            out.println(new CommandLine(config, session.baseHome()).print(options.dryRunParts));
        }
    }
}

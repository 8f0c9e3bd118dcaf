package org.eclipse.jetty.start.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.jetty.start.cache.StartCacheTrainer;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.launch.Launcher;
import org.eclipse.jetty.start.launch.SelfTestLaunch;
import org.eclipse.jetty.start.launch.StartedConfiguration;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.properties.UnknownProperties;
import org.eclipse.jetty.start.session.Resolver;
import org.eclipse.jetty.start.session.StartSession;

/** Starts the server; {@code --train} makes its start cache, {@code --selftest} asks it for a page and stops it. */
record StartCommand(StartSession session, String version, List<String> arguments) implements Command {
    @Override
    public int run(PrintStream out) {
        StartConfig config = session.config();
        List<ModuleFile> modules = session.enable();
        new UnknownProperties(config, session.baseHome(), session.registry()).report();
        BaseChange.apply(session, modules);
        new Resolver(config, session.baseHome()).resolve(modules);
        config.properties().set("jetty.start.modules", names(modules), Origin.COMPUTED);
        StartedConfiguration.set(config, modules);
        if (config.options().train) {
            new StartCacheTrainer(config, session.baseHome()).train(arguments.toArray(new String[0]));
            return 0;
        }
        if (config.options().selfTest) {
            new SelfTestLaunch(session, version).prepare();
        }
        return new Launcher(config, session.baseHome()).launch();
    }

    /** For the server to report what it is made of. */
    private static String names(List<ModuleFile> modules) {
        return modules.stream().map(ModuleFile::name).collect(Collectors.joining(","));
    }
}

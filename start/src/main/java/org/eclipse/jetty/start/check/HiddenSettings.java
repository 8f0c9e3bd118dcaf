package org.eclipse.jetty.start.check;

import org.eclipse.jetty.start.config.Secrets;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartEnvironment;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.files.IniReader;
import org.eclipse.jetty.start.problems.Origin;

/**
 * Finds settings of ini files of the base that have no effect, because an ini file that is read later sets the same property otherwise.
 *
 * <p>What a layer below the base or the command line sets is meant to be hidden. Confined to the main thread.
 */
final class HiddenSettings {
    private final StartConfig config;
    private final BaseHome baseHome;
    private final Findings findings;

    HiddenSettings(StartConfig config, BaseHome baseHome, Findings findings) {
        this.config = config;
        this.baseHome = baseHome;
        this.findings = findings;
    }

    void check() {
        check(config.properties());
        for (StartEnvironment environment : config.environments().values()) {
            check(environment.properties());
        }
    }

    private void check(StartProperties properties) {
        for (StartProperties.Hidden hidden : properties.hidden()) {
            StartProperties.Property by = hidden.by();
            Origin origin = hidden.property().origin();
            boolean differs = !hidden.property().value().equals(by.value());
            boolean otherFile = !origin.name().equals(by.origin().name());
            if (differs && otherFile && isIniOfBase(origin) && isIniOfBase(by.origin())) {
                findings.warning(
                        by.name() + "="
                                + Secrets.shown(by.name(), hidden.property().value())
                                + " has no effect: " + by.origin().place() + " is read later, and sets "
                                + Secrets.shown(by.name(), by.value()),
                        origin,
                        "Keep one of them");
            }
        }
    }

    private boolean isIniOfBase(Origin origin) {
        return IniReader.files(baseHome.base()).stream()
                .anyMatch(file -> baseHome.toShortForm(file).equals(origin.name()));
    }
}

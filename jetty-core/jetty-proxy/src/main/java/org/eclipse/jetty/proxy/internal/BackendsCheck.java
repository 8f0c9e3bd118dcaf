package org.eclipse.jetty.proxy.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.eclipse.jetty.proxy.BalancerHandler;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.eclipse.jetty.xml.ConfigurationCheck;

/** Reads the files of back ends that balancers were told to use. */
public final class BackendsCheck implements ConfigurationCheck {
    @Override
    public void check(CheckedConfiguration configuration) {
        for (CheckedObject balancer : configuration.objects(BalancerHandler.class.getName())) {
            CheckedObject.Setting setting = balancer.setting("backendsFile");
            if (setting != null && setting.text() != null) {
                check(configuration, setting, Path.of(setting.text()));
            }
        }
    }

    private static void check(CheckedConfiguration configuration, CheckedObject.Setting setting, Path file) {
        if (!Files.isRegularFile(file)) {
            // that of a default is made with its module, whose files are looked at by start.jar
            if (configuration.isSet(setting.property())) {
                configuration.wrong(
                        setting.place(), setting.property(), file + " does not exist", "the file of back ends");
            }
            return;
        }
        try {
            if (BalancerHandler.countBackends(file) == 0) {
                configuration.warning(
                        file.toString(),
                        "there are no back ends: all requests are answered by 503",
                        "add a line NAME.uri=http://host:port");
            }
        } catch (IllegalArgumentException x) {
            String message = Objects.requireNonNull(x.getMessage(), "file and line");
            int end = message.indexOf(": ", file.toString().length());
            configuration.error(message.substring(0, end), message.substring(end + 2), "correct the line");
        } catch (IOException x) {
            configuration.error(file.toString(), "cannot be read: " + x, "let the server read it, as UTF-8");
        }
    }
}

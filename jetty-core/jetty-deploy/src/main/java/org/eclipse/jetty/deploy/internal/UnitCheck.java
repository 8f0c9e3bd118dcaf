package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.deploy.ContextHandlerFactory;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.VirtualHosts;
import org.eclipse.jetty.xml.CheckedConfiguration;
import org.eclipse.jetty.xml.CheckedObject;
import org.jspecify.annotations.Nullable;

/** Looks at units of deployment one after the other, and whether two of them want the same path. */
final class UnitCheck {
    private record Claim(WebappUnit unit, String contextPath, VirtualHosts hosts) {}

    private final CheckedConfiguration configuration;
    private final DeployEnvironments environments;
    private final Map<String, String> contextClasses;
    private final List<Claim> taken = new ArrayList<>();

    UnitCheck(CheckedConfiguration configuration, DeployEnvironments environments, Map<String, String> contextClasses) {
        this.configuration = configuration;
        this.environments = environments;
        this.contextClasses = contextClasses;
    }

    void check(WebappUnit unit) {
        Path propertiesFile = unit.propertiesPath();
        DeployProperties own = propertiesFile == null ? null : DeployCheck.read(configuration, propertiesFile);
        Path main = unit.mainPath();
        if (main == null) {
            if (propertiesFile != null) {
                configuration.warning(
                        propertiesFile.toString(),
                        "there is no XML file, WAR file or directory " + unit.name(),
                        "put the application beside it, or remove it");
            }
            return;
        }
        for (Path overlooked : unit.overlooked()) {
            configuration.warning(
                    overlooked.toString(),
                    "no effect: names that differ by case alone are of one application, " + main,
                    "rename it");
        }
        String environment = environment(main, own);
        if (own != null) {
            for (String key : own.unread(environments.xmls(main, environment == null ? "" : environment))) {
                configuration.warning(
                        own.place(key), DeployProperties.describeUnread(key), "correct the name, or leave it out");
            }
        }
        if (environment == null) {
            return;
        }
        ContextPaths byName = unit.place();
        String contextPath = byName.contextPath();
        List<String> hosts = byName.virtualHosts();
        Path application = main;
        if (WebappUnit.kind(main) == WebappUnit.Kind.XML) {
            CheckedObject context = xml(unit.directory(), main, environment, own);
            if (context == null) {
                return;
            }
            CheckedObject.Setting path = context.setting("contextPath");
            if (path != null) {
                contextPath = path.text();
            }
            // whether computed hosts overlap is found out by the server
            if (context.setting("virtualHosts") != null) {
                hosts = null;
            }
            application = war(context);
        }
        String declared = application == null ? null : application(application, environment);
        String named = own == null ? null : own.get(DeployKeys.CONTEXT_PATH);
        if (named != null) {
            contextPath = named;
        } else if (declared != null && application == main) {
            contextPath = declared;
        }
        if (contextPath != null && hosts != null) {
            claim(unit, main, named == null ? null : own, contextPath, hosts);
        }
    }

    private void claim(
            WebappUnit unit, Path main, @Nullable DeployProperties own, String contextPath, List<String> hosts) {
        Claim claim = new Claim(unit, ContextPaths.canonical(new ContextHandler(contextPath)), new VirtualHosts(hosts));
        for (Claim other : taken) {
            if (other.contextPath.equals(claim.contextPath)
                    && other.hosts.sharesHost(claim.hosts)
                    && !ParallelUnits.areVersions(unit, other.unit)) {
                configuration.error(
                        own == null ? main.toString() : own.place(DeployKeys.CONTEXT_PATH),
                        "the context path " + contextPath + " of " + main.getFileName() + " is taken by "
                                + other.unit.mainPath(),
                        "give one of them another, with " + DeployKeys.CONTEXT_PATH + " in <name>.properties");
                return;
            }
        }
        taken.add(claim);
    }

    /** The name of the environment; null when it is wrong, which has been reported. */
    private @Nullable String environment(Path main, @Nullable DeployProperties own) {
        String named = own == null ? null : own.get(ContextHandlerFactory.ENVIRONMENT_ATTRIBUTE);
        String place =
                own == null || named == null ? main.toString() : own.place(ContextHandlerFactory.ENVIRONMENT_ATTRIBUTE);
        try {
            String type = WebappUnit.kind(main) == WebappUnit.Kind.XML ? ContextXml.className(main) : null;
            String ofClass = DeployEnvironments.ofClass(type);
            if (named != null && ofClass != null && !ofClass.equalsIgnoreCase(named)) {
                configuration.wrong(
                        place, null, "environment: " + named, ofClass + ", because " + main + " is a " + type);
                return null;
            }
            return environments.select(named == null ? ofClass : named, place);
        } catch (DeployException x) {
            String message = Objects.requireNonNull(x.getMessage());
            configuration.error(
                    place,
                    message.startsWith(place + ": ") ? message.substring(place.length() + 2) : message,
                    "name an environment that is enabled, or enable its module");
        } catch (IOException x) {
            configuration.error(main.toString(), "cannot be read: " + x, "let the server read it");
        }
        return null;
    }

    private @Nullable CheckedObject xml(Path directory, Path main, String environment, @Nullable DeployProperties own) {
        Map<String, String> properties = new HashMap<>();
        if (own != null) {
            for (String key : own.keys()) {
                properties.put(key, own.get(key));
            }
        }
        properties.put("jetty.webapps", directory.toString());
        properties.put("jetty.webapps.uri", directory.toUri().toString().replaceAll("/$", ""));
        return configuration.checkFile(
                main,
                EnvironmentFilesCheck.loader(configuration, environment),
                true,
                properties,
                contextClasses.get(environment.toLowerCase(Locale.ROOT)));
    }

    /** What an XML file names as its application; null when that is not known, or missing, which is reported. */
    private @Nullable Path war(CheckedObject context) {
        CheckedObject.Setting war = context.setting("war");
        if (war == null || war.text() == null || war.text().startsWith("http")) {
            return null;
        }
        try {
            String text = war.text();
            Path path = text.startsWith("file:") ? Path.of(java.net.URI.create(text)) : Path.of(text);
            if (Files.exists(path)) {
                return path;
            }
            configuration.wrong(war.place(), war.property(), "war: " + text + " does not exist", "an existing file");
        } catch (InvalidPathException x) {
            configuration.wrong(war.place(), war.property(), "war: " + war.text(), "a path");
        }
        return null;
    }

    /** Looks into an archive or directory; returns the context path that its descriptor declares. */
    private @Nullable String application(Path application, String environment) {
        if (Files.isDirectory(application)) {
            return new WebApplicationCheck(configuration, application, application + "/", environment).check();
        }
        try (FileSystem zip = FileSystems.newFileSystem(application)) {
            return new WebApplicationCheck(configuration, zip.getPath("/"), application + "!/", environment).check();
        } catch (ProviderNotFoundException | IOException x) {
            configuration.error(
                    application.toString(),
                    x instanceof IOException ? "not an archive that can be read: " + x.getMessage() : "not a ZIP file",
                    "build it again, and copy it whole");
            return null;
        }
    }
}

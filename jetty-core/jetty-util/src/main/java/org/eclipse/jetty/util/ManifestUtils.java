package org.eclipse.jetty.util;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.slf4j.LoggerFactory;

/** Reads manifests of the places that classes come from. */
public class ManifestUtils {
    private ManifestUtils() {}

    public static Optional<Manifest> getManifest(Class<?> klass) {
        URI location = TypeUtil.getCodeSourceLocation(klass);
        if (location == null || !"file".equals(location.getScheme())) {
            return Optional.empty();
        }
        Path path = Path.of(location);
        try {
            if (!Files.isDirectory(path)) {
                try (JarFile jar = new JarFile(path.toFile())) {
                    return Optional.ofNullable(jar.getManifest());
                }
            }
            Path manifest = path.resolve(JarFile.MANIFEST_NAME);
            if (!Files.exists(manifest)) {
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(manifest)) {
                return Optional.of(new Manifest(in));
            }
        } catch (IOException x) {
            LoggerFactory.getLogger(ManifestUtils.class).debug("no manifest in {}", path, x);
            return Optional.empty();
        }
    }

    /** The version that the manifest tells, else that of the module. */
    public static Optional<String> getVersion(Class<?> klass) {
        Optional<String> version = getManifest(klass)
                .map(Manifest::getMainAttributes)
                .map(attributes -> {
                    String bundle = attributes.getValue("Bundle-Version");
                    return bundle == null ? attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION) : bundle;
                });
        if (version.isPresent()) {
            return version;
        }
        return klass.getModule().getDescriptor() == null
                ? Optional.empty()
                : klass.getModule().getDescriptor().rawVersion();
    }
}

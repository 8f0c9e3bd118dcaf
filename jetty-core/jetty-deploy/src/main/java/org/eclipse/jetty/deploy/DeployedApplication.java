package org.eclipse.jetty.deploy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one application of a {@link DeploymentScanner}, at one moment.
 *
 * @param id its directory and base name: names it to the scanner
 * @param name its base name
 * @param mainPath what is deployed; null if its files are gone
 * @param state NEW, DEPLOYED, FAILED, REFUSED, as another application has its path, or UNDEPLOYED by an operator
 * @param environment its environment; null if that is not known
 * @param contextPath where it is, or answers 503; null if it is nowhere
 * @param virtualHosts its virtual hosts; none for all
 * @param available whether it serves requests
 * @param failure why the last attempt to deploy it failed; null if it did not
 * @param since when the state was reached
 * @param current the name of the kept version that has the files as they are now; null if none has
 * @param before the name of the kept version to go back to, if there is one
 * @param versions the names of all kept versions, the newest first
 */
public record DeployedApplication(
        String id,
        String name,
        @Nullable Path mainPath,
        String state,
        @Nullable String environment,
        @Nullable String contextPath,
        List<String> virtualHosts,
        boolean available,
        @Nullable String failure,
        Instant since,
        @Nullable String current,
        @Nullable String before,
        List<String> versions) {}

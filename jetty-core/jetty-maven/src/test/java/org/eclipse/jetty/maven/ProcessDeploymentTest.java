package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessDeploymentTest {
    @TempDir
    Path target;

    @Test
    void deploymentWhoseProcessWasNotStartedCanBeStopped() {
        ServerSettings settings = new ServerSettings(
                new MavenServerConnector(),
                List.of(),
                0,
                null,
                target,
                null,
                "java",
                List.of(),
                Map.of(),
                Map.of(),
                1,
                1);
        ForkedDeployment deployment = new ForkedDeployment(
                settings,
                file -> {
                    throw new IOException("no space");
                },
                List.of(),
                target.toFile());
        assertThatThrownBy(deployment::start)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessage("The server cannot be forked: no space");
        assertThatCode(deployment::stop).doesNotThrowAnyException();
    }
}

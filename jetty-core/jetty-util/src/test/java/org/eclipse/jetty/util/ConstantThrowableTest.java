package org.eclipse.jetty.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ConstantThrowableTest {
    @Test
    void constantsHaveANameAndNothingElse() {
        ConstantThrowable constant = new ConstantThrowable("CANCELLED");

        constant.addSuppressed(new IllegalStateException());

        assertThat(constant).hasToString("CANCELLED").hasNoCause().hasNoSuppressedExceptions();
        assertThat(constant.getStackTrace()).isEmpty();
        assertThatThrownBy(() -> constant.initCause(new IllegalStateException()))
                .isInstanceOf(IllegalStateException.class);
        assertThat(new ConstantThrowable()).hasToString("ConstantThrowable");
    }
}

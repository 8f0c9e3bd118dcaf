package org.eclipse.jetty.util.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method that management can call. */
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Target(ElementType.METHOD)
public @interface ManagedOperation {
    /** What the operation does. */
    String value() default "Not Specified";

    /** INFO, ACTION, ACTION_INFO or UNKNOWN. */
    String impact() default "UNKNOWN";

    /** Whether the method is one of the management bean. */
    boolean proxied() default false;
}

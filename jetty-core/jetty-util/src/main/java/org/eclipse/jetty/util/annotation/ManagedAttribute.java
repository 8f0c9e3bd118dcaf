package org.eclipse.jetty.util.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the getter of an attribute that management shows. */
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Target(ElementType.METHOD)
public @interface ManagedAttribute {
    /** What the attribute is. */
    String value() default "Not Specified";

    /** The name of the attribute, if it is not that of the getter. */
    String name() default "";

    /** Whether it has no setter. */
    boolean readonly() default false;

    /** Whether the method is one of the management bean. */
    boolean proxied() default false;

    /** The name of the setter, if it is not that of the getter. */
    String setter() default "";
}

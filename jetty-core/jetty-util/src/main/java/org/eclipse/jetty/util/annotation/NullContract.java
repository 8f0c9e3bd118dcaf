package org.eclipse.jetty.util.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a method makes of arguments that may be null, for the check of nullness: {@code "null -> true"} of a test, {@code "!null -> !null"} of a conversion.
 *
 * <p>The clauses have the form of {@code org.jetbrains.annotations.Contract}; several of them are separated by semicolons.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface NullContract {
    /** The clauses: conditions on the arguments, an arrow, and the result. */
    String value();
}

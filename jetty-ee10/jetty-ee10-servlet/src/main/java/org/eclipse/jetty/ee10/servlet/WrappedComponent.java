package org.eclipse.jetty.ee10.servlet;

/**
 * A component that wraps another.
 *
 * @param <C> the type of the component
 */
interface WrappedComponent<C> {
    C getWrapped();
}

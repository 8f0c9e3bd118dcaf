package org.eclipse.jetty.ee10.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The order of libraries (Servlet section 8.2.2). */
class OrderingTest extends WebAppServer {
    private final WarFiles war = new WarFiles();

    private void library(String name, String ordering) throws IOException {
        war.library(
                name + ".jar",
                new WarFiles()
                        .fragment("<name>" + name + "</name>"
                                + (ordering.isEmpty() ? "" : "<ordering>" + ordering + "</ordering>")));
    }

    private String order() throws Exception {
        WebAppContext context = start(war);
        assertThat(warnings()).isEmpty();
        return names(context);
    }

    private static String names(WebAppContext context) {
        return context.getMetaData().getWebInfResources(true).stream()
                .map(jar -> jar.getFileName().replace(".jar", ""))
                .collect(Collectors.joining(" "));
    }

    @Test
    void withoutWishesLibrariesComeByName() throws Exception {
        library("b", "");
        library("c", "");
        library("a", "");
        assertThat(order()).isEqualTo("a b c");
    }

    @Test
    void beforeAndAfterOthersMakeThreeGroups() throws Exception {
        library("a", "<after><others/></after>");
        library("b", "");
        library("c", "<before><others/></before>");
        assertThat(order()).isEqualTo("c b a");
    }

    @Test
    void namesOrderWithinGroups() throws Exception {
        library("a", "<after><name>c</name></after>");
        library("b", "");
        library("c", "");
        library("d", "<before><name>b</name></before>");
        List<String> order = List.of(order().split(" "));
        assertThat(order).hasSize(4);
        assertThat(order.indexOf("a")).isGreaterThan(order.indexOf("c"));
        assertThat(order.indexOf("d")).isLessThan(order.indexOf("b"));
    }

    @Test
    void firstExampleOfTheSpecification() throws Exception {
        library("A", "<after><others/><name>C</name></after>");
        library("B", "<before><others/></before>");
        library("C", "<after><others/></after>");
        library("D", "");
        library("E", "");
        library("F", "<before><others/><name>B</name></before>");
        assertThat(order()).isEqualTo("F B D E C A");
    }

    @Test
    void thirdExampleOfTheSpecification() throws Exception {
        library("A", "<after><name>B</name></after>");
        library("B", "");
        library("C", "<before><others/></before>");
        library("D", "");
        List<String> order = List.of(order().split(" "));
        assertThat(order.get(0)).isEqualTo("C");
        assertThat(order.indexOf("A")).isGreaterThan(order.indexOf("B"));
    }

    @Test
    void cycleIsRefusedWithItsNames() throws Exception {
        library("a", "<before><name>b</name></before>");
        library("b", "<before><name>a</name></before>");
        start(war);
        assertThat(status(get("/app/"))).isEqualTo(503);
        assertThat(warnings()).singleElement().asString().contains("cycle", "a (a.jar)", "b (b.jar)");
    }

    @Test
    void equalNamesAreRefused() throws Exception {
        war.library("1.jar", new WarFiles().fragment("<name>same</name>"));
        war.library("2.jar", new WarFiles().fragment("<name>same</name>"));
        start(war);
        assertThat(warnings()).singleElement().asString().contains("same", "1.jar", "2.jar");
    }

    @Test
    void absoluteOrderingLeavesOutWhatItDoesNotName() throws Exception {
        library("a", "<after><others/></after>");
        library("b", "");
        library("c", "");
        war.webXml("<absolute-ordering><name>c</name><name>a</name><name>unknown</name></absolute-ordering>");
        WebAppContext context = start(war);
        assertThat(names(context)).isEqualTo("c a");
        assertThat(context.getServletContext().getAttribute(ServletContext.ORDERED_LIBS))
                .isEqualTo(List.of("c.jar", "a.jar"));
    }

    @Test
    void absoluteOrderingPutsOthersInTheirPlace() throws Exception {
        library("a", "");
        library("b", "");
        library("c", "");
        library("d", "");
        war.webXml("<absolute-ordering><name>d</name><others/><name>a</name></absolute-ordering>");
        assertThat(order()).isEqualTo("d b c a");
    }

    /** Equal names leave open what is before what; where web.xml gives the order, nothing is open (section 8.2.2). */
    @Test
    void equalNamesAreOrderedByWebXml() throws Exception {
        library("a", "");
        war.library("1.jar", new WarFiles().fragment("<name>same</name>"));
        war.library("2.jar", new WarFiles().fragment("<name>same</name>"));
        war.webXml("<absolute-ordering><name>same</name><others/></absolute-ordering>");
        assertThat(order()).isEqualTo("1 2 a");
    }
}

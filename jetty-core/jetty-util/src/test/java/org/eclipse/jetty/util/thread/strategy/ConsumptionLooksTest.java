package org.eclipse.jetty.util.thread.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ConsumptionLooksTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final ConsumptionLooks looks = new ConsumptionLooks();
    /** One that runs, as far as its state tells. */
    private final Thread running = Thread.currentThread();

    @Test
    void consumptionThatIsThereTwiceLasts() {
        assertThat(looks.lasts(1, running, 0, false)).isFalse();
        assertThat(looks.lasts(1, running, MILLI, false)).isTrue();
    }

    @Test
    void newConsumptionAtEachLookDoesNot() {
        for (int i = 0; i < 100; i++) {
            assertThat(looks.lasts(i, running, i * MILLI, i % 3 == 0)).isFalse();
        }
    }

    @Test
    void nobodyConsumes() {
        assertThat(looks.lasts(1, null, 0, false)).isFalse();
        assertThat(looks.tick(0)).isEqualTo(4 * MILLI);
        assertThat(looks.lasts(1, null, MILLI, false)).isFalse();
    }

    @Test
    void lookThatComesLateExcusesOnce() {
        looks.lasts(1, running, 0, false);
        assertThat(looks.lasts(1, running, 5 * MILLI, true)).isFalse();
        assertThat(looks.tick(5 * MILLI)).isEqualTo(MILLI);
        assertThat(looks.lasts(1, running, 10 * MILLI, true)).isTrue();
    }

    @Test
    void firstLookThatComesLateIsNoExcuseForTheSecond() {
        looks.lasts(1, running, 0, true);
        assertThat(looks.lasts(1, running, MILLI, false)).isTrue();
    }

    @Test
    void excuseIsOfOneConsumption() {
        looks.lasts(1, running, 0, false);
        looks.lasts(1, running, MILLI, true);
        looks.lasts(2, running, 2 * MILLI, false);
        assertThat(looks.lasts(2, running, 3 * MILLI, true)).isFalse();
        assertThat(looks.lasts(2, running, 4 * MILLI, false)).isTrue();
    }

    @Test
    void consumerThatWaitsLastsAtOnceHoweverLateTheLook() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        });
        waiting.start();
        Awaitility.await().until(() -> waiting.getState() == Thread.State.WAITING);
        assertThat(looks.lasts(1, waiting, 0, true)).isTrue();
        end.countDown();
        waiting.join();
    }

    @Test
    void looksSeldomWhereNothingWaits() {
        assertThat(looks.tick(0)).isEqualTo(4 * MILLI);
        looks.lasts(1, running, 0, false);
        assertThat(looks.tick(0)).isEqualTo(MILLI);
        // tasks are short: the next look is no closer, though it may see this one again
        looks.lasts(2, running, MILLI, false);
        assertThat(looks.tick(MILLI)).isEqualTo(4 * MILLI);
    }

    @Test
    void looksCloserMoreSeldomWhereThatWasInVain() {
        // the tasks of each look but a closer one begin; so many looks until one is closer
        int[] looksBetween = {1, 2, 4, 8, 16, 16};
        int epoch = 0;
        for (int between : looksBetween) {
            for (int i = 1; i < between; i++) {
                looks.lasts(++epoch, running, epoch * MILLI, false);
                assertThat(looks.tick(epoch * MILLI)).isEqualTo(4 * MILLI);
            }
            looks.lasts(++epoch, running, epoch * MILLI, false);
            assertThat(looks.tick(epoch * MILLI)).isEqualTo(MILLI);
            looks.lasts(++epoch, null, epoch * MILLI, false);
        }
    }

    @Test
    void suspicionIsTrustedAfterATaskThatLasts() {
        int epoch = haveVainSuspicions();
        // seen again by an ordinary look
        looks.lasts(epoch, running, epoch * MILLI, false);
        assertThat(looks.lasts(epoch, running, (epoch + 1) * MILLI, false)).isTrue();
        looks.lasts(epoch + 1, running, (epoch + 2) * MILLI, false);
        assertThat(looks.tick((epoch + 2) * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void suspicionIsTrustedAfterACalm() {
        int epoch = haveVainSuspicions();
        assertThat(looks.isOver((epoch + 10) * MILLI)).isTrue();
        looks.lasts(epoch, running, (epoch + 11) * MILLI, false);
        assertThat(looks.tick((epoch + 11) * MILLI)).isEqualTo(MILLI);
    }

    /** Returns the number of the next consumption. */
    private int haveVainSuspicions() {
        for (int i = 0; i < 10; i++) {
            looks.lasts(i, running, i * MILLI, false);
        }
        looks.lasts(10, running, 10 * MILLI, false);
        assertThat(looks.tick(10 * MILLI)).isEqualTo(4 * MILLI);
        return 11;
    }

    @Test
    void looksOftenForASecondAfterALookWasOfUse() {
        looks.setUseful(1, 1, 10 * MILLI);
        assertThat(looks.tick(10 * MILLI)).isEqualTo(MILLI);
        // the same one as before
        looks.setUseful(1, 1, 1_009 * MILLI);
        assertThat(looks.tick(1_009 * MILLI)).isEqualTo(MILLI);
        assertThat(looks.tick(1_010 * MILLI)).isEqualTo(4 * MILLI);
        looks.setUseful(2, 2, 5_000 * MILLI);
        assertThat(looks.tick(5_000 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void takeOversWithThousandsOfTasksBetweenThemDoNotAlert() {
        for (int i = 0; i < 10; i++) {
            looks.setUseful(i + 1, (i + 1) * 4096L, i * 100 * MILLI);
            assertThat(looks.tick(i * 100 * MILLI)).isEqualTo(4 * MILLI);
        }
        looks.setUseful(11, 10 * 4096L + 4095, 1_000 * MILLI);
        assertThat(looks.tick(1_000 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void fourTakeOversOfAQuarterOfASecondAlert() {
        for (int i = 0; i < 3; i++) {
            looks.setUseful(i + 1, (i + 1) * 4096L, i * 80 * MILLI);
            assertThat(looks.tick(i * 80 * MILLI)).isEqualTo(4 * MILLI);
        }
        looks.setUseful(4, 4 * 4096L, 250 * MILLI);
        assertThat(looks.tick(250 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void takesFewTakeOversForThreadsThatLostTheirProcessor() {
        for (int i = 0; i < 7; i++) {
            looks.setUseful(i + 1, i + 1, i * MILLI);
            assertThat(looks.tick(i * MILLI)).isEqualTo(MILLI);
        }
        looks.setUseful(8, 8, 251 * MILLI);
        assertThat(looks.tick(251 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void makesHasteWhenTakeOversAreFrequent() {
        for (int i = 0; i < 8; i++) {
            looks.setUseful(i + 1, i + 1, i * 30 * MILLI);
        }
        assertThat(looks.tick(210 * MILLI)).isEqualTo(MILLI / 2);
        looks.lasts(1, running, 210 * MILLI, false);
        assertThat(looks.tick(210 * MILLI)).isEqualTo(150_000);
    }

    @Test
    void hasteLastsWhileTakeOversAreFrequent() {
        for (int i = 0; i < 100; i++) {
            looks.setUseful(i + 1, i + 1, i * 30 * MILLI);
        }
        assertThat(looks.tick(99 * 30 * MILLI)).isEqualTo(MILLI / 2);
        assertThat(looks.tick(92 * 30 * MILLI + 250 * MILLI)).isEqualTo(MILLI / 2);
        assertThat(looks.tick(92 * 30 * MILLI + 251 * MILLI)).isEqualTo(MILLI);
        // the count begins from zero
        looks.setUseful(101, 101, 4_000 * MILLI);
        assertThat(looks.tick(4_000 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void isOverWhenNothingNewWasSeenForAWhile() {
        looks.lasts(1, null, 0, false);
        assertThat(looks.isOver(8 * MILLI - 1)).isFalse();
        looks.lasts(2, null, 7 * MILLI, false);
        assertThat(looks.isOver(14 * MILLI)).isFalse();
        assertThat(looks.isOver(15 * MILLI)).isTrue();
        // seen again
        assertThat(looks.lasts(2, running, 16 * MILLI, false)).isFalse();
    }
}

import Mocha from 'mocha';

const { EVENT_RUN_END, EVENT_TEST_END, EVENT_HOOK_END } = Mocha.Runner.constants;

/** Number of tests that are named at the end. */
const SLOWEST = 10;

/** Characters of a failure's message that are repeated. */
const MESSAGE = 600;

/** Mocha's usual report, with the slowest tests and preparations at its end, and what failed as the last lines of all. */
class Slowest extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const took: { readonly title: string; readonly milliseconds: number }[] = [];
    const note = (runnable: Mocha.Runnable): void => {
      took.push({ title: runnable.titlePath().join(' › '), milliseconds: runnable.duration ?? 0 });
    };
    runner.on(EVENT_TEST_END, note);
    runner.on(EVENT_HOOK_END, note);
    runner.once(EVENT_RUN_END, () => {
      const slowest = took.sort((one, other) => other.milliseconds - one.milliseconds).slice(0, SLOWEST);
      Mocha.reporters.Base.consoleLog('  The slowest:');
      for (const { title, milliseconds } of slowest) {
        Mocha.reporters.Base.consoleLog(`  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${title}`);
      }
      Mocha.reporters.Base.consoleLog('');
      for (const failed of this.failures) {
        const message = (failed.err?.message ?? '').slice(0, MESSAGE);
        Mocha.reporters.Base.consoleLog(`  failed: ${failed.titlePath().join(' › ')}: ${message}`);
      }
    });
  }
}

export = Slowest;

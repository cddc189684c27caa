import { openStamps } from './stamps.mjs';

/**
 * Step of the set-up.
 * @typedef {object} Step
 * @property {string} name
 * @property {'project' | 'system'} lane steps of a lane run one after the other, the lanes concurrently: npm and the system's package manager wait for different servers
 * @property {string} [after] name of a step in the other lane that must be done before
 * @property {string} what description for the user
 * @property {() => import('./stamps.mjs').Inputs} inputs everything that determines the result of `run`
 * @property {string[]} outputs files that must exist
 * @property {() => boolean} [isDone] checks the machine itself, instead of inputs and outputs
 * @property {() => Promise<unknown>} run
 */

/**
 * Runs the steps that are not done yet. When one fails, the rest of its lane and the steps that depend on it are
 * skipped. The other lane runs to its end, so that no installer is interrupted; then the first error is thrown.
 * @param {readonly Step[]} steps
 * @param {{ stampFile: string; say: (line: string) => void }} tools
 */
export async function runSteps(steps, { stampFile, say }) {
  /** @type {Map<string, Promise<void>>} */
  const runs = new Map();
  /** @type {Map<Step['lane'], Promise<void>>} */
  const lanes = new Map();
  for (const step of steps) {
    const before = [lanes.get(step.lane), step.after === undefined ? undefined : runs.get(step.after)];
    const run = Promise.all(before).then(() => runStep(step, stampFile, say));
    runs.set(step.name, run);
    lanes.set(step.lane, run);
  }
  const outcomes = await Promise.allSettled(runs.values());
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Whether all steps are done. Needs no lock: a step that another set-up is running is not done yet.
 * @param {readonly Step[]} steps
 * @param {string} stampFile
 */
export function areDone(steps, stampFile) {
  const stamps = openStamps(stampFile);
  const done = steps.every((step) => isDone(step, stamps));
  if (done) stamps.keepLooks();
  return done;
}

/**
 * @param {Step} step
 * @param {string} stampFile read again each time: the other lane may have written to it
 * @param {(line: string) => void} say
 */
async function runStep(step, stampFile, say) {
  if (isDone(step, openStamps(stampFile))) return;
  say(`Set-up: ${step.what} ...`);
  const started = Date.now();
  await step.run();
  if (!step.isDone) openStamps(stampFile).done(step.name, step.inputs());
  say(`Set-up: ${step.what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * @param {Step} step
 * @param {ReturnType<typeof openStamps>} stamps
 */
function isDone(step, stamps) {
  return step.isDone ? step.isDone() : stamps.isDone(step.name, step.inputs(), step.outputs);
}

import { setTimeout } from 'node:timers/promises';
import { type BrowserUse, cpuMsBetween } from '../browser/index.ts';
import { noAnswer, stalled } from './page-fault.ts';
import { outOfTime, tooMuchToDo } from './page-time.ts';

/** Processor time that work on pages may use, ms. Time that the machine gives to others does not count. */
interface WorkLimits {
  /** For one step: a page that uses more does not answer. */
  readonly answerMs: number;
  /** For all steps together. */
  readonly spendMs: number;
  /** By the clock it may all take this many times as long. */
  readonly patience: number;
  /** Called with what was used since the last call, ms. */
  readonly spent: (ms: number) => void;
}

/** A step that the end of all the time cuts short after this part of its own hangs; a shorter one may have begun late. */
const hangPart = 0.3;
/** No step begins in the last part of the time: it would be cut short. */
const lastPart = 0.9;
const lookEveryMs = 250;

/**
 * Runs work on pages within limits of processor time, which `readUse` reads from the browser. The work calls `beginStep`
 * before each step: it throws when the time is nearly over, with all pages well (`details.isPageWell`). Throws the page
 * fault `hang` when a step uses too much, and `stall` when one takes too long by the clock; the work then goes on without
 * a caller: close its page.
 */
export async function workInTime<T>(
  readUse: () => Promise<Pick<BrowserUse, 'cpuMs'>>,
  limits: WorkLimits,
  work: (beginStep: () => void) => Promise<T>,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const startedAt = performance.now();
  const step = { at: startedAt, spentMs: 0 };
  let spentMs = 0;
  let last = await readUse();
  let isOver = false;

  const read = async () => {
    const before = last;
    last = await readUse();
    const usedMs = cpuMsBetween(before.cpuMs, last.cpuMs);
    limits.spent(usedMs);
    spentMs += usedMs;
    step.spentMs += usedMs;
  };
  const trouble = (): Error | null => {
    const now = performance.now();
    if (step.spentMs > limits.answerMs) return noAnswer(limits.answerMs);
    if (spentMs > limits.spendMs) {
      const hangs = step.spentMs > limits.answerMs * hangPart;
      return hangs ? noAnswer(step.spentMs) : tooMuchToDo({ isPageWell: false });
    }
    const isLate =
      now - step.at > limits.answerMs * limits.patience || now - startedAt > limits.spendMs * limits.patience;
    return isLate ? stalled(now - step.at) : null;
  };
  let reading: Promise<void> | null = null;
  const look = async () => {
    // A browser that does not say what it uses is ended by the clock.
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = null;
      });
    await Promise.race([reading, setTimeout(lookEveryMs, undefined, { ref: false })]);
    const error = trouble();
    if (error !== null) reject(error);
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  const beginStep = () => {
    Object.assign(step, { at: performance.now(), spentMs: 0 });
    if (isOver || spentMs >= limits.spendMs * lastPart) throw tooMuchToDo({ isPageWell: true });
    if (step.at - startedAt > limits.spendMs * limits.patience * lastPart) throw outOfTime();
  };
  const done = work(beginStep);
  try {
    return await Promise.race([done, ended]);
  } finally {
    isOver = true;
    clearInterval(timer);
    await look();
  }
}

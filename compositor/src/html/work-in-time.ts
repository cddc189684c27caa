import { setTimeout } from 'node:timers/promises';
import { type BrowserUse, cpuMsBetween } from '../chromium/index.ts';
import { noAnswer, stalled } from './page-fault.ts';
import { outOfTime, tooMuchToDo } from './page-time.ts';

/** CPU time limits of work on pages, in ms. Time that the machine gives to other programs does not count. */
interface WorkLimits {
  /** CPU time limit of one step. A page that exceeds it counts as hanging. */
  readonly answerMs: number;
  /** CPU time limit of all steps together. */
  readonly spendMs: number;
  /** Ratio of the elapsed-time limits to the CPU-time limits. */
  readonly patience: number;
  /** Called with the CPU time used since the last call, in ms. */
  readonly spent: (ms: number) => void;
}

/**
 * Minimum CPU time of a step, as a fraction of the step limit, for the step to count as hanging when the total limit
 * interrupts it. A step below may have begun shortly before the interruption.
 */
const hangPart = 0.3;
/** Fraction of the total limit after which no further step begins, because the limit would interrupt it. */
const lastPart = 0.9;
const lookEveryMs = 250;

/**
 * Runs work on pages within limits of the CPU time that `readUse` reads from the browser. The work must call
 * `beginStep` before each step; that call throws when the time is nearly over, while all pages are intact
 * (`details.isPageWell`). Throws the page fault `hang` when a step uses too much CPU time, and `stall` when a step
 * takes too much elapsed time. In both cases the work continues in the background, so the caller must close the page.
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
    // A browser that does not report its usage is stopped by the limit of elapsed time.
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

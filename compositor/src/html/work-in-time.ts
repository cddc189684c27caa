import { noAnswer } from './page-fault.ts';
import { tooMuchToDo } from './page-time.ts';

/** A step that is cut short after this part of the time is one that hangs; a shorter one may just have begun late. */
const hangPart = 0.3;
/** No step begins in the last part of the time: it would be cut short. */
const lastPart = 0.9;

/**
 * Runs work on pages for `limitMs` at most. `beforeStep` is called before each of its steps: it throws when the time is nearly over, with all
 * pages well (`details.isPageWell`). Throws the page fault `hang` when a step does not end; then the work goes on unheard: end its browser.
 */
export async function workInTime<T>(limitMs: number, work: (beforeStep: () => void) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  let stepAt = startedAt;
  const beforeStep = () => {
    stepAt = performance.now();
    if (stepAt - startedAt > limitMs * lastPart) throw tooMuchToDo({ isPageWell: true });
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const stepMs = performance.now() - stepAt;
    reject(stepMs < limitMs * hangPart ? tooMuchToDo({ isPageWell: false }) : noAnswer(Math.min(stepMs, limitMs)));
  }, limitMs);
  const done = work(beforeStep);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
    // Whoever comes second has nobody to tell.
    done.catch(() => undefined);
  }
}

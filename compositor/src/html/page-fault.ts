import { FramemillError } from '@framemill/timeline/rendering';

/**
 * Kind of failure of a page. `hang`: it did not respond and used the CPU all the time. `stall`: it did not respond
 * while it was waiting or got no CPU time. `crash`: its process ended. `left`: it navigated to another page. `broken`:
 * it damaged the script that controls it.
 */
export type PageFaultKind = 'hang' | 'stall' | 'crash' | 'left' | 'broken';

const kinds: readonly PageFaultKind[] = ['hang', 'stall', 'crash', 'left', 'broken'];

const reported: Record<Exclude<PageFaultKind, 'hang' | 'stall'>, string> = {
  crash:
    'its page crashed its browser process, possibly because it exceeded the memory limit of 2 GB. Use less memory.',
  left:
    'its page navigated to another page. Remove code that navigates: clicks on links, form submissions, location, ' +
    'history.',
  broken:
    'its page broke the script that controls it. Do not change `window.__framemill` or built-ins (Promise, Map, ' +
    'Array and their prototypes).',
};

/**
 * Creates the error for a failure that the page itself causes: `invalid_request` with the kind of failure in
 * `details.pageFault`. A retry would fail too.
 */
export function pageFault(kind: keyof typeof reported, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', reported[kind], { pageFault: kind }, { cause });
}

/** Creates the page fault `hang` of a page that has used `limitMs` of CPU time in one call. */
export function noAnswer(limitMs: number): FramemillError {
  return new FramemillError(
    'invalid_request',
    `its page did not respond within ${Math.round(limitMs / 100) / 10} s of processor time. Check its script for ` +
      'an endless loop, or for a form that submits itself.',
    { pageFault: 'hang' satisfies PageFaultKind },
  );
}

/**
 * Creates the page fault `stall` of a page that did not respond for `waitedMs` of elapsed time. A retry may succeed,
 * because the machine may have been too busy.
 */
export function stalled(waitedMs: number): FramemillError {
  return new FramemillError(
    'internal_error',
    `its page did not respond for ${Math.round(waitedMs / 100) / 10} s, but used little processor time. Check ` +
      'whether it waits for something that never happens. If it does not, the processor was too busy: try again.',
    { pageFault: 'stall' satisfies PageFaultKind },
  );
}

/** Returns the kind of page fault that an error stands for; null for any other error. */
export function pageFaultOf(error: unknown): PageFaultKind | null {
  if (!(error instanceof FramemillError)) return null;
  const { pageFault: kind } = error.details;
  return kinds.find((known) => known === kind) ?? null;
}

/**
 * Converts an error of the browser driver to a page fault. The driver's error becomes only the `cause`, because its
 * message contains internal names. FramemillErrors are returned unchanged. The end of the browser itself becomes
 * `internal_error`.
 */
export function asPageFault(error: unknown): unknown {
  if (error instanceof FramemillError || !(error instanceof Error)) return error;
  if (/has been closed|Target closed|disconnected/i.test(error.message)) {
    return new FramemillError(
      'internal_error',
      'the browser closed while it rendered the page. Try again.',
      {},
      { cause: error },
    );
  }
  if (/crashed/i.test(error.message)) return pageFault('crash', error);
  if (/context was destroyed|navigat|detached|ERR_ABORTED/i.test(error.message)) return pageFault('left', error);
  return pageFault('broken', error);
}

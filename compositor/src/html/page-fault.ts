import { FramemillError } from '@framemill/timeline/rendering';

/**
 * What a page did instead of being drawn. `hang`: it did not answer, and ran all the time; `stall`: it did not answer,
 * and waited or got no processor; `crash`: its process ended; `left`: another page came; `broken`: it took away what
 * drives it.
 */
export type PageFaultKind = 'hang' | 'stall' | 'crash' | 'left' | 'broken';

const kinds: readonly PageFaultKind[] = ['hang', 'stall', 'crash', 'left', 'broken'];

const reported: Record<Exclude<PageFaultKind, 'hang' | 'stall'>, string> = {
  crash:
    'its page ended the process that drew it. It may want more memory than the 2 GB that a page has: keep less at once.',
  left: 'its page went to another page. Leave out what navigates: links that are clicked by a script, forms that are sent, location, history.',
  broken:
    "its page broke what drives it. Leave `window.__framemill` and the browser's own functions (Promise, Map, Array and their prototypes) as they are.",
};

/** An error that is the page's doing: the same page does it again. `invalid_request` with the kind in `details.pageFault`. */
export function pageFault(kind: keyof typeof reported, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', reported[kind], { pageFault: kind }, { cause });
}

/** The page fault `hang` of a page that has used `limitMs` of processor time. */
export function noAnswer(limitMs: number): FramemillError {
  return new FramemillError(
    'invalid_request',
    `its page did not answer within ${Math.round(limitMs / 100) / 10} s of processor time. Look for an endless loop in its script, or for a form that sends itself.`,
    { pageFault: 'hang' satisfies PageFaultKind },
  );
}

/**
 * The page fault `stall` of a page that did not answer for `waitedMs` by the clock: the machine may be too busy for it,
 * so another try may draw it.
 */
export function stalled(waitedMs: number): FramemillError {
  return new FramemillError(
    'internal_error',
    `its page did not answer for ${Math.round(waitedMs / 100) / 10} s, although it hardly ran. Look for a promise that is never kept; if there is none, this machine is too busy: try again.`,
    { pageFault: 'stall' satisfies PageFaultKind },
  );
}

/** Which page fault an error is; null: another error. */
export function pageFaultOf(error: unknown): PageFaultKind | null {
  if (!(error instanceof FramemillError)) return null;
  const { pageFault: kind } = error.details;
  return kinds.find((known) => known === kind) ?? null;
}

/**
 * What an error of the library that drives the browser says of the page. Its own words name parts of that library, so they stay with the cause.
 * Errors of our own come back as they are, and so does the end of the browser itself.
 */
export function asPageFault(error: unknown): unknown {
  if (error instanceof FramemillError || !(error instanceof Error)) return error;
  if (/has been closed|Target closed|disconnected/i.test(error.message)) {
    return new FramemillError(
      'internal_error',
      'the browser ended while it drew its page. Try again.',
      {},
      { cause: error },
    );
  }
  if (/crashed/i.test(error.message)) return pageFault('crash', error);
  if (/context was destroyed|navigat|detached|ERR_ABORTED/i.test(error.message)) return pageFault('left', error);
  return pageFault('broken', error);
}

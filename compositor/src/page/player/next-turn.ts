// Replaces `node:timers/promises` in the browser.

/** Resolves in a later turn of the event loop. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

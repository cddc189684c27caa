// Replaces `node:timers/promises` in the browser.

/** Resolves in a later turn of the event loop, like the function of this name in Node.js. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

// Replaces `node:timers/promises` in the browser.

/** Resolves in a later iteration of the event loop, like `setImmediate` of Node.js. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

// Stands in the browser for `node:timers/promises`.

/** Resolves when other work had its turn. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Something that is done again and again; `stop` ends it. */
export interface Repeated {
  stop(): void;
}

/** Does `work` every `intervalMs`, never twice at once: while one is under way its turns are left out. Errors go to `onError`. */
export function every(intervalMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Repeated {
  let underWay = false;
  const timer = setInterval(() => {
    if (underWay) return;
    underWay = true;
    work()
      .catch(onError)
      .finally(() => {
        underWay = false;
      });
  }, intervalMs);
  return { stop: () => clearInterval(timer) };
}

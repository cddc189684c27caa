import type { OutageLog } from '@framemill/infra';

/** Something that is done again and again; `stop` ends it. */
export interface Repeated {
  stop(): void;
}

/** Does `work` every `intervalMs`, never twice at once: while one is under way its turns are left out. `outage` hears how each turn went. */
export function every(intervalMs: number, work: () => Promise<void>, outage: OutageLog): Repeated {
  let underWay = false;
  const timer = setInterval(() => {
    if (underWay) return;
    underWay = true;
    work()
      .then(outage.worked, outage.failed)
      .finally(() => {
        underWay = false;
      });
  }, intervalMs);
  return { stop: () => clearInterval(timer) };
}

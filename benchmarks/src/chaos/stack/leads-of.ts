import type { Part } from './part.ts';

/**
 * Returns the log lines in which a scheduler reported that it became leader, oldest first. A long run drops the oldest
 * lines.
 */
export function leadsOf(scheduler: Part): Record<string, unknown>[] {
  return scheduler.logged('this scheduler leads');
}

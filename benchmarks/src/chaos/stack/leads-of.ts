import type { Part } from './part.ts';

/** The lines in which a scheduler said that it leads from then on, oldest first; a long run forgets the first ones. */
export function leadsOf(scheduler: Part): Record<string, unknown>[] {
  return scheduler.logged('this scheduler leads');
}

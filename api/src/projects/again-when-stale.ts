import { FramemillError } from '@framemill/timeline';

/**
 * Runs `work`, which reads, changes and saves a project, and repeats it when another save came in between. After
 * `tries` attempts it throws the 409 `stale_rev`. `attempt` counts from 1.
 */
export async function againWhenStale<T>(tries: number, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const isStale = error instanceof FramemillError && error.details.conflictCode === 'stale_rev';
      if (!isStale || attempt >= tries) throw error;
    }
  }
}

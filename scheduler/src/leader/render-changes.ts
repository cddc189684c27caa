/** Steps of the leader that read only changed renders. */
const followers = ['progress', 'dispatch', 'finish'] as const;
type Follower = (typeof followers)[number];

/**
 * Ids of the renders whose rows, tasks or segments have changed, for each step that follows the changes. A step reads
 * these renders again instead of all renders, so that a pass costs what has changed, however many renders wait.
 */
export interface RenderChanges {
  /**
   * Adds changed renders. Steps of the leader may call it in the transaction of the change, because no other step runs
   * meanwhile. Call it after the commit anywhere else: a step that reads earlier would miss the change.
   */
  note(renderIds: Iterable<string>): void;
  /** Makes every step read all renders once more. */
  noteAll(): void;
  /**
   * Runs a step with the renders that have changed since its last successful run; null: all renders. Renders that the
   * step returns are passed to its next run, too.
   */
  follow(step: Follower, work: (renderIds: readonly string[] | null) => Promise<Iterable<string>>): Promise<void>;
}

/** Creates the changes of a new leader: each step first reads all renders. */
export function createRenderChanges(): RenderChanges {
  const pending = new Map<Follower, Set<string> | null>(followers.map((step) => [step, null]));
  return {
    note(renderIds) {
      for (const id of renderIds) for (const ids of pending.values()) ids?.add(id);
    },
    noteAll() {
      for (const step of followers) pending.set(step, null);
    },
    async follow(step, work) {
      const taken = pending.get(step) ?? null;
      const since = new Set<string>();
      pending.set(step, since);
      try {
        for (const id of await work(taken === null ? null : [...taken])) since.add(id);
      } catch (error) {
        // A later `noteAll` may have replaced `since`.
        pending.set(step, taken === null || pending.get(step) === null ? null : new Set([...taken, ...since]));
        throw error;
      }
    },
  };
}

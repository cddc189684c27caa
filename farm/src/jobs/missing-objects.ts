/**
 * Error: stored objects that a job needs are missing or have other bytes than their name states. The scheduler has
 * them produced again.
 */
export class MissingObjects extends Error {
  override readonly name = 'MissingObjects';
  readonly keys: string[];

  constructor(keys: string[]) {
    super(
      `Stored objects are missing or damaged (${keys.length}, the first is "${keys[0]}"). Render the project again.`,
    );
    this.keys = keys;
  }
}

/**
 * Error: stored objects that a job needs are missing or have other bytes than their name states. The scheduler has
 * them produced again.
 */
export class MissingObjects extends Error {
  override readonly name = 'MissingObjects';
  readonly keys: string[];

  constructor(keys: string[]) {
    super(
      `${keys.length} stored objects are missing or broken, the first is ${keys[0]}. They have to be rendered again.`,
    );
    this.keys = keys;
  }
}

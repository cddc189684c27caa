/** Stored objects that a job needs are gone or have other bytes than their name says. The scheduler makes them again. */
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

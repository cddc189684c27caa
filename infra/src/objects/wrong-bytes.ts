import { FramemillError } from '@framemill/timeline/errors';

/**
 * Error: the store returned something else than was stored under a key: other bytes, fewer bytes, or another object.
 * It may be temporary, so the code is `unavailable`; a caller that has retried long enough may treat it as permanent.
 */
export class WrongBytes extends FramemillError {
  constructor(key: string, found: string, cause?: unknown) {
    super('unavailable', `The object store returned wrong data for "${key}": ${found}.`, {}, { cause });
    this.name = 'WrongBytes';
  }
}

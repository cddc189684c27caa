import { FramemillError } from '@framemill/timeline/errors';

/**
 * The store gave something else than was put under a key: other bytes, fewer, or another object. It may be passing, so the
 * code is `unavailable`; whoever has seen it for long enough knows better.
 */
export class WrongBytes extends FramemillError {
  constructor(key: string, found: string, cause?: unknown) {
    super('unavailable', `The object store answered wrongly for "${key}": ${found}.`, {}, { cause });
    this.name = 'WrongBytes';
  }
}

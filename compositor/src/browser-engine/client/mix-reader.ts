import type { EngineReply, EngineRequest, MixBlock } from '../worker/messages.ts';

type MixReply = Extract<EngineReply, { type: 'mixed' | 'dropped' | 'failed' }>;

/** Error of a mix whose worker has ended, or no longer has it. A mix that starts where it stopped may succeed. */
export class MixStoppedError extends Error {
  constructor() {
    super('The mix has stopped with the worker of the engine. Start it again.');
    this.name = 'MixStoppedError';
  }
}

/** Page's side of the mixes of a worker. */
export interface MixReader {
  /** Reads a mix with an unused id; see `EngineClient.mix`. */
  read(
    id: number,
    fromSec: number,
    toSec: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<MixBlock, void, undefined>;
  /** Takes a message of the worker. Returns whether it belongs to a mix that waits for one. */
  take(reply: EngineReply): boolean;
  /** Ends all mixes that wait for a block with a `MixStoppedError`, because the worker has ended. */
  stop(): void;
}

/** Creates the reader. `send` posts to the worker. */
export function createMixReader(send: (message: EngineRequest) => void): MixReader {
  const waiting = new Map<number, (reply: MixReply) => void>();

  function ask(id: number, message: EngineRequest): Promise<MixReply> {
    const { promise, resolve } = Promise.withResolvers<MixReply>();
    waiting.set(id, resolve);
    send(message);
    return promise;
  }

  return {
    async *read(id, fromSec, toSec, signal) {
      signal?.throwIfAborted();
      const cancel = () => send({ id, type: 'cancel' });
      signal?.addEventListener('abort', cancel, { once: true });
      let isOver = false;
      try {
        let message: EngineRequest = { id, type: 'mix', fromSec, toSec };
        while (!isOver) {
          const reply = await ask(id, message);
          isOver = reply.type !== 'mixed' || reply.isLast;
          signal?.throwIfAborted();
          if (reply.type === 'failed') throw new Error(reply.message);
          if (reply.type === 'dropped') throw new MixStoppedError();
          yield { atSample: reply.atSample, left: reply.left, right: reply.right };
          signal?.throwIfAborted();
          message = { id, type: 'more' };
        }
      } finally {
        signal?.removeEventListener('abort', cancel);
        if (!isOver) cancel();
      }
    },
    take(reply) {
      if (reply.type !== 'mixed' && reply.type !== 'dropped' && reply.type !== 'failed') return false;
      const resolve = waiting.get(reply.id);
      waiting.delete(reply.id);
      resolve?.(reply);
      return resolve !== undefined;
    },
    stop() {
      for (const [id, resolve] of waiting) resolve({ id, type: 'dropped' });
      waiting.clear();
    },
  };
}

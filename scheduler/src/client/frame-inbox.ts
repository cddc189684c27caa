import { randomUUID } from 'node:crypto';
import type { Logger, Redis } from '@framemill/infra';
import { decodeSentFrame, redisChannels, type SentFrame } from '../protocol/index.ts';

/** A picture that is waited for. */
export interface ExpectedFrame {
  /** Resolves when it comes; never, when it does not. */
  readonly arrived: Promise<SentFrame>;
  /** Nobody waits for it any more. */
  forget(): void;
}

/** Where nodes send pictures to, past the object store: a round trip in place of a file that is written, read and removed. */
export interface FrameInbox {
  /** The channel that nodes publish to. */
  readonly channel: string;
  expect(requestId: string): ExpectedFrame;
}

/** Listens on a channel of its own. `subscriber` is used for nothing else; the caller ends it. A picture that comes while it is away is lost. */
export function openFrameInbox(subscriber: Redis, log: Logger): FrameInbox {
  const channel = redisChannels.pictures(randomUUID());
  const waiting = new Map<string, (picture: SentFrame) => void>();
  subscriber.on('messageBuffer', (_channel: Buffer, message: Buffer) => {
    try {
      const frame = decodeSentFrame(message);
      waiting.get(frame.requestId)?.(frame);
    } catch (error) {
      log.warn({ err: error, bytes: message.length }, 'a picture that a node sent could not be read');
    }
  });
  // Until this has reached Redis nobody is there to send to: pictures then go by the store.
  subscriber
    .subscribe(channel)
    .catch((error: unknown) => log.debug({ err: error }, 'pictures are read from the object store'));
  return {
    channel,
    expect(requestId) {
      const { promise: arrived, resolve } = Promise.withResolvers<SentFrame>();
      waiting.set(requestId, resolve);
      return { arrived, forget: () => waiting.delete(requestId) };
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { Logger, Redis } from '@framemill/infra';
import { decodeSentFrame, redisChannels, type SentFrame } from '../protocol/index.ts';

/** Frame that a node is expected to send. */
export interface ExpectedFrame {
  /** Resolves when the frame arrives; stays pending forever when it does not. */
  readonly arrived: Promise<SentFrame>;
  /** Stops waiting for the frame. */
  forget(): void;
}

/**
 * Inbox to which nodes send frames directly. This replaces writing, reading and deleting an object by one Redis round
 * trip.
 */
export interface FrameInbox {
  /** Redis channel to which nodes publish frames. */
  readonly channel: string;
  expect(requestId: string): ExpectedFrame;
}

/**
 * Opens an inbox on a Redis channel of its own. The caller passes a `subscriber` that has no other use, and closes it
 * later. A frame that is published while the subscriber is disconnected is lost.
 */
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
  // Until Redis has processed the subscription, frames have no subscriber and go through the object store.
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

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
 * Receiver of frames that nodes send over Redis. One Redis round trip replaces writing, reading and deleting an object
 * in the object store.
 */
export interface FrameInbox {
  /** Redis channel to which nodes publish frames. */
  readonly channel: string;
  expect(requestId: string): ExpectedFrame;
}

/**
 * Opens a receiver on a new Redis channel of its own. The caller passes a `subscriber` connection that is used for
 * nothing else, and closes it later. A frame that is published while the subscriber is disconnected is lost.
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

/** Cache of the keys of documents that this process has recently put into the object store. */
export interface KnownDocuments {
  has(key: string): boolean;
  add(key: string): void;
  /** Removes a key: the object may no longer exist, because a job that needed it failed. */
  forget(key: string): void;
}

const mostKept = 1_000;

// Far below the age at which the sweep deletes a document: a document in long use is put again and stays young.
const keptMs = 600_000;

/** Creates a cache of the last thousand keys. Each key is removed after ten minutes. */
export function createKnownDocuments(): KnownDocuments {
  const putAtMs = new Map<string, number>();
  return {
    has: (key) => performance.now() - (putAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < keptMs,
    add(key) {
      putAtMs.delete(key);
      putAtMs.set(key, performance.now());
      for (const oldest of putAtMs.keys()) {
        if (putAtMs.size <= mostKept) break;
        putAtMs.delete(oldest);
      }
    },
    forget: (key) => void putAtMs.delete(key),
  };
}

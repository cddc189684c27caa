import { randomUUID } from 'node:crypto';
import type { Logger, Redis } from '@framemill/infra';
import { decodePicture, redisChannels, type SentPicture } from '../protocol/index.ts';

/** A picture that is waited for. */
export interface ExpectedPicture {
  /** Resolves when it comes; never, when it does not. */
  readonly arrived: Promise<SentPicture>;
  /** Nobody waits for it any more. */
  forget(): void;
}

/** Where nodes send pictures to, past the object store: a round trip in place of a file that is written, read and removed. */
export interface PictureInbox {
  /** The channel that nodes publish to. */
  readonly channel: string;
  expect(requestId: string): ExpectedPicture;
}

/** Listens on a channel of its own. `subscriber` is used for nothing else; the caller ends it. A picture that comes while it is away is lost. */
export function openPictureInbox(subscriber: Redis, log: Logger): PictureInbox {
  const channel = redisChannels.pictures(randomUUID());
  const waiting = new Map<string, (picture: SentPicture) => void>();
  subscriber.on('messageBuffer', (_channel: Buffer, message: Buffer) => {
    try {
      const picture = decodePicture(message);
      waiting.get(picture.requestId)?.(picture);
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
      const { promise: arrived, resolve } = Promise.withResolvers<SentPicture>();
      waiting.set(requestId, resolve);
      return { arrived, forget: () => waiting.delete(requestId) };
    },
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { allowReading, openToAllOrigins, type PublicFileDeps, sendFile } from './public-files.ts';
import { type KeyDeps, signingKey } from './signing-key.ts';

/** Path below which signed addresses begin. */
export const SIGNED_PATH = '/signed';

/** Maximum lifetime of an address, in seconds. */
const LIFE_SEC = 3_600;
/**
 * Lifetimes end at multiples of this, in seconds, so that browsers find files in their cache under the same address.
 */
const STEP_SEC = 600;

/** Name of the key that signs the addresses. */
const KEY_NAME = 'media-addresses';

/** Addresses of files that end at the same time. */
export interface SignedAddresses {
  readonly expiresAt: Date;
  /** Returns the root-relative address of the file with an object key. */
  addressOf(key: string): string;
}

/**
 * Creates addresses that let anyone who has them read a file for 50 to 60 minutes. Each address is signed for one
 * object key, so it opens no other file. `nowMs` is the time in ms since 1970.
 */
export async function signAddresses(deps: KeyDeps, nowMs = Date.now()): Promise<SignedAddresses> {
  const key = await signingKey(deps, KEY_NAME);
  const expiresSec = Math.floor((nowMs / 1_000 + LIFE_SEC) / STEP_SEC) * STEP_SEC;
  return {
    expiresAt: new Date(expiresSec * 1_000),
    addressOf: (objectKey) =>
      `${SIGNED_PATH}/${expiresSec}.${signature(key, expiresSec, objectKey).toString('base64url')}/${objectKey}`,
  };
}

/** Serves the files of signed addresses to any origin, with range requests. */
export function installSignedFiles(app: FastifyInstance, deps: KeyDeps & PublicFileDeps): void {
  const url = `${SIGNED_PATH}/:grant/*`;
  const schema = { hide: true };
  app.route<{ Params: { grant: string; '*': string } }>({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    schema,
    async handler(request, reply) {
      const { grant, '*': objectKey } = request.params;
      const leftSec = secondsLeft(await signingKey(deps, KEY_NAME), grant, objectKey);
      if (leftSec > 0) return sendFile(deps, objectKey, `private, max-age=${leftSec}`, request, reply);
      openToAllOrigins(reply);
      throw new FramemillError(
        'unauthorized',
        'The address has expired or is not valid. Request new addresses: POST /v1/media/addresses.',
      );
    },
  });
  app.options(url, { schema }, (_request, reply) => allowReading(reply));
}

/** Returns the number of whole seconds for which a grant still opens a file; 0 when it does not open the file. */
function secondsLeft(key: Buffer, grant: string, objectKey: string): number {
  const [, expires = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(grant) ?? [];
  const expected = signature(key, Number(expires), objectKey);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return 0;
  return Math.max(0, Math.floor(Number(expires) - Date.now() / 1_000));
}

function signature(key: Buffer, expiresSec: number, objectKey: string): Buffer {
  return createHmac('sha256', key).update(`${expiresSec}\n${objectKey}`).digest();
}

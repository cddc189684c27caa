import type { ObjectStore } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';

/** Largest document or manifest that a node reads, in bytes. */
const maxJsonBytes = 64 * 1024 * 1024;

/** Reads and parses a JSON object of the store. Throws `not_found`, `unavailable`, or `internal_error` when it is no JSON. */
export async function readJsonObject(store: ObjectStore, key: string): Promise<unknown> {
  const { body, sizeBytes } = await store.get(key);
  if (sizeBytes > maxJsonBytes) {
    body.destroy();
    throw new FramemillError(
      'invalid_request',
      `Object ${key} has ${sizeBytes} bytes; a document may have ${maxJsonBytes}.`,
    );
  }
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new FramemillError('internal_error', `Object ${key} is not JSON.`, {}, { cause });
  }
}

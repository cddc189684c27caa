import { rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { askJson, fetchFile, ownAddress, type Service } from './service.ts';

/**
 * Initial polling interval in ms; `MOST_MS` is the maximum. It is limited because a plan allows a number of requests a
 * minute.
 */
const FIRST_MS = 500;
const MOST_MS = 5_000;

/**
 * Polls a resource at growing intervals until `look` returns true for it, and returns the resource. `part` is the field
 * of the response that contains the resource. Retries when the service responds with 429 or 503; throws the other
 * errors of `askJson`.
 */
export async function follow(
  service: Service,
  path: string,
  part: string,
  look: (found: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  for (let wait = FIRST_MS; ; wait = Math.min(MOST_MS, wait * 1.5)) {
    const found = recordIn(await askUnlessBusy(service, path), part);
    if (found && look(found)) return found;
    await delay(wait, undefined, { signal: service.signal });
  }
}

/**
 * Returns a field of a response that must be an object. Throws `invalid_request` when it is missing, as when the URL is
 * that of another program or version.
 */
export function requireRecord(answer: Record<string, unknown>, part: string): Record<string, unknown> {
  const found = recordIn(answer, part);
  if (found) return found;
  const message = `The response of the service has no field "${part}". Check the version of the service.`;
  throw new FramemillError('invalid_request', message);
}

/**
 * Downloads a file of the service to `outPath`, which appears only when the file is complete. `isOpen` means that the
 * file is public and needs no API key.
 */
export async function fetchTo(
  service: Service,
  { what, url, isOpen }: { what: string; url: string; isOpen: boolean },
  outPath: string,
): Promise<void> {
  const partial = `${outPath}.part`;
  try {
    await fetchFile(service, { src: what, url: ownAddress(service, url), sha256: null, isOpen }, partial);
    await rename(partial, outPath);
  } finally {
    await rm(partial, { force: true });
  }
}

function recordIn(answer: Record<string, unknown> | null, part: string): Record<string, unknown> | null {
  const found = answer?.[part];
  return isRecord(found) ? found : null;
}

async function askUnlessBusy(service: Service, path: string): Promise<Record<string, unknown> | null> {
  try {
    return await askJson(service, path);
  } catch (error) {
    if (error instanceof FramemillError && [429, 503].includes(Number(error.details.status))) return null;
    throw error;
  }
}

import { rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import { askJson, fetchFile, ownAddress, type Service } from '../transfer/service.ts';

/** Between two looks: at first, and at most. A plan allows so many requests a minute. */
const FIRST_MS = 500;
const MOST_MS = 5_000;

/**
 * Asks for something, more and more seldom, until `look` says that it is over, and gives it then. `part`: the field of the answer that it is in. Throws as
 * `askJson`, but comes back later where the service asks for that (429, 503).
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

/** The record of an answer. Throws `invalid_request` for one of another service or version. */
export function requireRecord(answer: Record<string, unknown>, part: string): Record<string, unknown> {
  const found = recordIn(answer, part);
  if (found) return found;
  throw new FramemillError('invalid_request', `The service answered without a ${part}. Is it another version?`);
}

/** Fetches a file of the service to `outPath`, which appears only when it is complete. `isOpen`: it is there for everybody who knows its address. */
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

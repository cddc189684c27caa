import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';

/** A project of a service, and how it is asked for. */
export interface ServiceProject {
  /** Address of the service: `http://localhost:8787`. */
  api: string;
  /** File whose first line is a key with the scopes projects.read and media.read. */
  keyFile: string;
  projectId: string;
}

/** What was fetched, as files. */
export interface FetchedProject {
  /** The answer of the service with the document. */
  projectPath: string;
  /** A media map: which file each source is. */
  mediaMap: string;
}

/** Files that are fetched side by side. */
const AT_ONCE = 4;

/**
 * Fetches a project and every file of the service that it plays into `folder`. The key is sent to the API alone. Throws
 * FramemillError: `not_found` for a key file, a project or a file that is not there, `invalid_request` for the rest.
 */
export async function fetchProject(
  { api, keyFile, projectId }: ServiceProject,
  folder: string,
  signal: AbortSignal,
): Promise<FetchedProject> {
  const service = { root: rootOf(api), key: await readKey(keyFile), keyFile, signal };
  const answer = await askJson(service, `/v1/projects/${encodeURIComponent(projectId)}?view=document`);
  const projectPath = join(folder, 'project.json');
  await writeFile(projectPath, `${JSON.stringify(answer, null, 2)}\n`);
  const sources = [...sourcesIn(isRecord(answer.project) ? answer.project.document : null)];
  await mkdir(join(folder, 'media'), { recursive: true });
  const files: Record<string, string> = {};
  const waiting = sources.entries();
  const fetchNext = async () => {
    for (const [index, src] of waiting) {
      const { url, sha256 } = await placeOf(service, src);
      const name = join('media', `${index}${extname(new URL(url).pathname)}`);
      await fetchFile(service, { src, url, sha256 }, join(folder, name));
      files[src] = name;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  const mediaMap = join(folder, 'media.json');
  await writeFile(mediaMap, JSON.stringify(files));
  return { projectPath, mediaMap };
}

interface Service {
  root: URL;
  key: string;
  keyFile: string;
  signal: AbortSignal;
}

function rootOf(api: string): URL {
  const root = URL.canParse(api) ? new URL(api) : null;
  if (root && /^https?:$/.test(root.protocol)) return root;
  throw refuse(`--api must be the address of a service, such as http://localhost:8787 (got "${api}").`);
}

async function readKey(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new FramemillError('not_found', `The key file ${path} cannot be read. Check the path.`, {}, { cause });
  });
  const [key = ''] = text.trim().split(/\s/);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw refuse(`The key file ${path} holds no key. Write one into its first line: key_live_...`);
}

/** Media and their addresses, wherever the document names them. Fonts and looks among them. */
function sourcesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && OF_THE_SERVICE.test(value)) found.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) sourcesIn(part, found);
  return found;
}

const OF_THE_SERVICE = /^(?:med_\w+|(?:https?:\/\/[^/\s]+)?\/(?:uploads|fixtures)\/\S+)$/;

/** Where the file of a source is, and the hash of its bytes where the service says it. */
async function placeOf(service: Service, src: string): Promise<{ url: string; sha256: string | null }> {
  if (!src.startsWith('med_')) return { url: ownAddress(service, src), sha256: null };
  const { media } = await askJson(service, `/v1/media/${src}`);
  const { url, sha256 } = isRecord(media) ? media : {};
  if (typeof url !== 'string') throw refuse(`The service says no address of ${src}. Is it an older version?`);
  return { url: ownAddress(service, url), sha256: typeof sha256 === 'string' ? sha256 : null };
}

/** An address of the service itself: files of other hosts are not fetched. */
function ownAddress({ root }: Service, address: string): string {
  const url = new URL(address, root);
  if (url.origin === root.origin) return url.href;
  throw refuse(
    `${address} is not on ${root.origin}. Download it and say which file it is: --media "${address}=<file>".`,
  );
}

async function askJson(service: Service, path: string): Promise<Record<string, unknown>> {
  const { root, key, keyFile } = service;
  const answer = await ask(service, new URL(path, root).href, { authorization: `Bearer ${key}` });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && isRecord(body)) return body;
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const said = typeof error.message === 'string' ? error.message : `status ${answer.status}`;
  const about = [401, 403].includes(answer.status) ? ` Check the key in ${keyFile}.` : '';
  const code = answer.status === 404 ? 'not_found' : 'invalid_request';
  throw new FramemillError(code, `${root.origin} answered ${path.split('?')[0]}: ${said}${about}`);
}

async function fetchFile(
  service: Service,
  { src, url, sha256 }: { src: string; url: string; sha256: string | null },
  path: string,
): Promise<void> {
  // Its file is public; the key is not for it.
  const answer = await ask(service, url, {});
  if (!answer.ok || !answer.body) {
    const message = `${src} cannot be fetched: ${url} answered ${answer.status}. Is the media still there?`;
    throw new FramemillError('not_found', message, { src });
  }
  const hash = createHash('sha256');
  const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(body, hashed, createWriteStream(path), { signal: service.signal });
  } catch (cause) {
    service.signal.throwIfAborted();
    throw new FramemillError('invalid_request', `${src} came only in part from ${url}. Try again.`, { src }, { cause });
  }
  if (sha256 === null || hash.digest('hex') === sha256) return;
  throw new FramemillError('invalid_request', `${src} came with other bytes than the service has. Try again.`, { src });
}

async function ask({ root, signal }: Service, url: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(url, { headers, signal, redirect: 'error' });
  } catch (cause) {
    signal.throwIfAborted();
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new FramemillError(
      'invalid_request',
      `${root.origin} does not answer (${inner}). Is it running there?`,
      {},
      { cause },
    );
  }
}

function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}

import { setTimeout } from 'node:timers/promises';
import { type Database, headTwice } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { contentTypeOf, safeFileName } from './file-names.ts';
import { readInPieces } from './read-in-pieces.ts';
import { sendRange } from './send-range.ts';

const EXPORT_KEY = /^exports\/[0-9a-f]{48}\.\w+$/;

/** Account of an exported file, and its file name for downloads. `savedAs` null: the name in the object key is used. */
export interface ExportFacts {
  readonly accountId: string;
  readonly savedAs: string | null;
}

/**
 * Folders of the object store whose files anyone may read by name.
 * Names contain 128 random bits, except in `fixtures`.
 */
const PUBLIC_FOLDERS = ['uploads', 'exports', 'fixtures', 'posters', 'filmstrips', 'waveforms', 'peaks', 'proxies'];

/** Maximum time that a response waits for the account and name of its exported file, in ms. */
const FACTS_TIMEOUT_MS = 1_000;

/** Matches the account id in the key of a file derived from media: `posters/acc_.../...`. */
const ACCOUNT_FOLDER = /^[a-z]+\/(acc_\w+)\//;

// A folder and up to three segments. None may begin with a dot, which excludes `..` and hidden files.
const PUBLIC_KEY = /^[a-z]+(\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}){1,3}$/;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Object store of the public files, and a look-up that returns the account and download name of an export by its key.
 * The look-up returns null for all other files.
 */
export interface PublicFileDeps extends Pick<ApiDeps, 'store' | 'transfers'> {
  factsOf(key: string): Promise<ExportFacts | null>;
}

/**
 * Serves the public folders of the object store to any origin, without credentials and with range requests.
 * Uploaded files could contain scripts. The headers `nosniff`, sandbox and disposition prevent browsers from running
 * them as pages of this host.
 */
export function installPublicFiles(app: FastifyInstance, deps: PublicFileDeps): void {
  for (const folder of PUBLIC_FOLDERS) {
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `/${folder}/*`,
      // Fastify's own HEAD route would announce the length of an empty body.
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) => sendFile(deps, `${folder}/${request.params['*']}`, IMMUTABLE, request, reply),
    });
    app.options(`/${folder}/*`, { schema: { hide: true } }, (_request, reply) => allowReading(reply));
  }
}

/** Sends the file with an object key to any origin. Caches keep it as `cacheControl` says. */
export async function sendFile(
  deps: PublicFileDeps,
  key: string,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  openToAllOrigins(reply);
  const info = PUBLIC_KEY.test(key) ? await headTwice(deps.store, key) : null;
  if (!info) throw new FramemillError('not_found', 'There is no such file. Check the address.');
  const { sizeBytes } = info;
  const name = key.split('/').at(-1) ?? 'file';
  const facts = await unlessLate(deps.factsOf(key));
  const accountId = facts?.accountId ?? ACCOUNT_FOLDER.exec(key)?.[1] ?? null;
  return sendRange(request, reply, {
    sizeBytes,
    headers: {
      'Cache-Control': cacheControl,
      'Content-Disposition': create(facts?.savedAs ?? name, { type: 'inline' }),
      // An SVG opened directly is a document. It may show its own styles and images, but run and fetch nothing.
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      'Content-Type': contentTypeOf(name) ?? info.contentType ?? 'application/octet-stream',
    },
    open(start, end) {
      const isWhole = end - start + 1 === sizeBytes;
      const sha256 = isWhole ? info.sha256 : null;
      return readInPieces(deps, [{ key, sizeBytes, start, end }], request, { accountId, sha256 });
    },
  });
}

/**
 * Returns the account and name of an export, or null when the look-up fails or takes longer than FACTS_TIMEOUT_MS.
 * The file is then sent without its download name.
 */
async function unlessLate(facts: Promise<ExportFacts | null>): Promise<ExportFacts | null> {
  return Promise.race([facts, setTimeout(FACTS_TIMEOUT_MS, null, { ref: false })]).catch(() => null);
}

/** Answers the preflight request of a page of another origin that wants to read a file. */
export function allowReading(reply: FastifyReply): FastifyReply {
  return openToAllOrigins(reply)
    .code(204)
    .headers({ 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Allow-Headers': 'Range' })
    .send();
}

/** Lets pages of other origins read a response. */
export function openToAllOrigins(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/**
 * Finds the account of an exported file, and derives the download name from the name of the project. Returns null when
 * `key` is not the key of an export.
 */
export async function exportFacts({ client }: Database, key: string): Promise<ExportFacts | null> {
  if (!EXPORT_KEY.test(key)) return null;
  const [found] = await client.$queryRaw<{ accountId: string; name: string | null }[]>`
    SELECT r."accountId", p."name" FROM "Render" r LEFT JOIN "Project" p ON p."id" = r."projectId"
    WHERE r."exportKey" = ${key}`;
  if (!found) return null;
  const name = found.name === null ? '' : safeFileName(found.name);
  return {
    accountId: found.accountId,
    savedAs: name === '' ? null : `${name}${key.slice(key.lastIndexOf('.'))}`,
  };
}

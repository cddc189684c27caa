import { setTimeout } from 'node:timers/promises';
import { headTwice } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { contentTypeOf } from './content-type.ts';
import type { ExportFacts } from './export-facts.ts';
import { readInPieces } from './read-in-pieces.ts';
import { sendRange } from './send-range.ts';

/** Folders of the object store that anybody may read who knows a name; all but those of fixtures hold 128 random bits. */
const PUBLIC_FOLDERS = ['uploads', 'exports', 'fixtures', 'posters', 'filmstrips', 'waveforms', 'peaks', 'proxies'];

/** Longest time that an answer waits for the facts of its export, in ms. */
const FACTS_TIMEOUT_MS = 1_000;

/** Account in the key of what is made of a media file: `posters/acc_.../...`. */
const ACCOUNT_FOLDER = /^[a-z]+\/(acc_\w+)\//;

// Segments that a key may have: no dots first, so neither `..` nor hidden files.
const PUBLIC_PATH = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}(\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}){0,2}$/;

/** Store of the files, and the facts of an export by its key; null for other files. */
export interface PublicFileDeps extends Pick<ApiDeps, 'store' | 'transfers'> {
  factsOf(key: string): Promise<ExportFacts | null>;
}

/**
 * Serves the folders above from the object store: for any origin, without credentials, with ranges. What a
 * stranger uploaded must not act as a page of this host, hence `nosniff`, the sandbox and the disposition.
 */
export function installPublicFiles(app: FastifyInstance, deps: PublicFileDeps): void {
  for (const folder of PUBLIC_FOLDERS) {
    app.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: `/${folder}/*`,
      // Fastify's own HEAD route would announce the length of what it is given to send, which is nothing.
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) => sendFile(deps, folder, request, reply),
    });
    app.options(`/${folder}/*`, { schema: { hide: true } }, (_request, reply) =>
      openToAllOrigins(reply)
        .code(204)
        .headers({ 'Access-Control-Allow-Methods': 'GET, HEAD', 'Access-Control-Allow-Headers': 'Range' })
        .send(),
    );
  }
}

async function sendFile(
  deps: PublicFileDeps,
  folder: string,
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  openToAllOrigins(reply);
  const path = request.params['*'];
  const key = `${folder}/${path}`;
  const info = PUBLIC_PATH.test(path) ? await headTwice(deps.store, key) : null;
  if (!info) throw new FramemillError('not_found', 'There is no such file.');
  const { sizeBytes } = info;
  const name = path.split('/').at(-1) ?? 'file';
  const facts = await unlessLate(deps.factsOf(key));
  const accountId = facts?.accountId ?? ACCOUNT_FOLDER.exec(key)?.[1] ?? null;
  return sendRange(request, reply, {
    sizeBytes,
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Disposition': create(facts?.savedAs ?? name, { type: 'inline' }),
      // A drawing (SVG) opened by itself is a document: it shows its own styles and pictures, and runs and fetches nothing.
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

/** The file itself matters more than its facts: where the database is away or slow it is saved under its own name. */
async function unlessLate(facts: Promise<ExportFacts | null>): Promise<ExportFacts | null> {
  return Promise.race([facts, setTimeout(FACTS_TIMEOUT_MS, null, { ref: false })]).catch(() => null);
}

function openToAllOrigins(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

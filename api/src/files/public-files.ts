import { setTimeout } from 'node:timers/promises';
import { headTwice } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { parseRange } from '../http/byte-range.ts';
import { contentTypeOf } from './content-type.ts';
import { readInPieces } from './read-in-pieces.ts';

/** Folders of the object store that anybody may read who knows a name; all but those of fixtures hold 128 random bits. */
const PUBLIC_FOLDERS = ['uploads', 'exports', 'fixtures', 'posters', 'filmstrips', 'waveforms', 'peaks', 'proxies'];

/** Longest time that an answer waits for the name of its file. */
const NAME_TIMEOUT_MS = 1_000;

// Segments that a key may have: no dots first, so neither `..` nor hidden files.
const PUBLIC_PATH = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}(\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}){0,2}$/;

/** Where files are, and under what name one is saved by its key; null: under its own. */
export interface PublicFileDeps extends Pick<ApiDeps, 'store' | 'transfers'> {
  nameOf(key: string): Promise<string | null>;
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
  { store, transfers, nameOf }: PublicFileDeps,
  folder: string,
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  openToAllOrigins(reply);
  const path = request.params['*'];
  const key = `${folder}/${path}`;
  const info = PUBLIC_PATH.test(path) ? await headTwice(store, key) : null;
  if (!info) throw new FramemillError('not_found', 'There is no such file.');
  const range = parseRange(request.headers.range, info.sizeBytes);
  const name = path.split('/').at(-1) ?? 'file';
  const savedAs = (await unlessLate(nameOf(key))) ?? name;
  const whole = { start: 0, end: info.sizeBytes - 1, sha256: info.sha256 };
  const { start, end, sha256 } = typeof range === 'object' ? { ...range, sha256: null } : whole;
  const isRead = request.method !== 'HEAD' && range !== 'unsatisfiable' && end >= start;
  const body = isRead ? await readInPieces(store, { key, start, end, sha256 }, request, transfers) : '';
  reply.headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Disposition': create(savedAs, { type: 'inline' }),
    // A drawing (SVG) opened by itself is a document: it shows its own styles and pictures, and runs and fetches nothing.
    'Content-Security-Policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    'Content-Type': contentTypeOf(name) ?? info.contentType ?? 'application/octet-stream',
  });
  if (range === 'unsatisfiable') {
    return reply.code(416).header('Content-Range', `bytes */${info.sizeBytes}`).send();
  }
  reply.header('Content-Length', end - start + 1);
  if (range !== 'whole') reply.code(206).header('Content-Range', `bytes ${start}-${end}/${info.sizeBytes}`);
  return reply.send(body);
}

/** The file itself matters more than its name: where the database is away or slow it is saved under its own. */
async function unlessLate(name: Promise<string | null>): Promise<string | null> {
  return Promise.race([name, setTimeout(NAME_TIMEOUT_MS, null, { ref: false })]).catch(() => null);
}

function openToAllOrigins(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

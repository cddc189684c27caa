import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontPaths } from '@framemill/compositor/fonts';
import { playerScript, stageScript } from '@framemill/compositor/page';
import { FramemillError, textWasmUrl } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openToAllOrigins } from '../files/public-files.ts';
import { playerModule } from './player-script.ts';

/**
 * Value of the `Cache-Control` header of fonts. The fonts are part of the installed version and do not change while the
 * service runs.
 */
const FONT_CACHE = 'public, max-age=86400';

/**
 * Serves the files that HTML previews need, without credentials.
 * These are /vendor/timeline.js, bundled on the first request (200 ms), the player module /vendor/player.js, and the
 * bundled fonts under /vendor/fonts. The player module and the fonts may be loaded by pages of any origin. Also serves
 * the page in which the editor draws the video, its script, and the WebAssembly that lays out text. This page has an
 * opaque origin.
 */
export function installVendorFiles(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/vendor/timeline.js',
    exposeHeadRoute: true,
    schema: { hide: true },
    handler: (request, reply) => sendScript(playerScript, request, reply),
  });
  app.route({
    method: 'GET',
    url: '/vendor/player.js',
    exposeHeadRoute: true,
    schema: { hide: true },
    handler: (request, reply) => sendScript(playerModule, request, openToAllOrigins(reply)),
  });
  installStage(app);
  const fonts = new Map(fontPaths().map((path) => [basename(path), path]));
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/vendor/fonts/:name',
    // Fastify's own HEAD route would announce the length of an empty body.
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: (request, reply) => sendFont(fonts.get(request.params.name), FONT_CACHE, request, openToAllOrigins(reply)),
  });
  app.options('/vendor/fonts/:name', { schema: { hide: true } }, (_request, reply) =>
    openToAllOrigins(reply).code(204).header('Access-Control-Allow-Methods', 'GET, HEAD').send(),
  );
}

/**
 * Content security policy of the page in which the editor draws the video.
 * It sandboxes the page in addition to the embedding frame, so that the page has an opaque origin even when it is
 * opened directly. The inline scripts that it allows are those of HTML clips.
 */
const STAGE_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const STAGE_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Stage</title>
<style>html{background:#000;overflow:hidden}</style></head>
<body><script type="module" src="/vendor/stage.js"></script></body></html>
`;

function installStage(app: FastifyInstance): void {
  const schema = { hide: true };
  app.get('/vendor/stage.html', { schema }, (_request, reply) => sendStage(reply, []));
  // Pages with an opaque origin load modules and WebAssembly as if from another origin.
  app.get('/vendor/stage.js', { schema }, (request, reply) =>
    sendScript(stageScript, request, openToAllOrigins(reply)),
  );
  app.get('/vendor/harfbuzz.wasm', { schema }, async (_request, reply) =>
    openToAllOrigins(reply)
      .headers({ 'Cache-Control': FONT_CACHE, 'Content-Type': 'application/wasm' })
      .send(await readFile(fileURLToPath(textWasmUrl()))),
  );
}

/** Sends the page in which the editor draws the video. `origins` may show the editor's page in their frames. */
export function sendStage(reply: FastifyReply, origins: readonly string[]): FastifyReply {
  const policy = `${STAGE_POLICY}; frame-ancestors ${["'self'", ...origins].join(' ')}`;
  return reply
    .removeHeader('X-Frame-Options')
    .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'public, no-cache' })
    .type('text/html; charset=utf-8')
    .send(STAGE_PAGE);
}

/** Sends a script that browsers check for changes each time they load it. */
export async function sendScript(
  read: () => Promise<Uint8Array>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const script = Buffer.from(await read());
  const tag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;
  // Page and script must have the same version, so browsers check each time, nearly always with 304 as the answer.
  reply.headers({
    ETag: tag,
    'Cache-Control': 'public, no-cache',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.send(script);
}

/** Sends a font file (TTF) that caches keep as `cacheControl` says. Throws `not_found` when `path` is undefined. */
export async function sendFont(
  path: string | undefined,
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (path === undefined) throw new FramemillError('not_found', 'There is no such font. Check the address.');
  const { size } = await stat(path);
  reply.headers({ 'Cache-Control': cacheControl, 'Content-Type': 'font/ttf', 'Content-Length': size });
  return reply.send(request.method === 'HEAD' ? '' : createReadStream(path));
}

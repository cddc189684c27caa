import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { playerScript } from '@framemill/compositor/page';
import { fontPaths } from '@framemill/compositor/text';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Fonts are files of a version of the service: they stay what they are for as long as it runs. */
const FONT_CACHE = 'public, max-age=86400';

/**
 * Serves what HTML previews are made with: /vendor/timeline.js, bundled when it is first asked for (200 ms), and the
 * bundled fonts under /vendor/fonts, for any origin: browsers ask for fonts of another origin in no other way.
 */
export function installVendorFiles(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: '/vendor/timeline.js',
    exposeHeadRoute: true,
    schema: { hide: true },
    handler: sendScript,
  });
  const fonts = new Map(fontPaths().map((path) => [basename(path), path]));
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/vendor/fonts/:name',
    // Fastify's own HEAD route would announce the length of what it is given to send, which is nothing.
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: (request, reply) => sendFont(fonts.get(request.params.name), request, reply),
  });
  app.options('/vendor/fonts/:name', { schema: { hide: true } }, (_request, reply) =>
    openToAllOrigins(reply).code(204).header('Access-Control-Allow-Methods', 'GET, HEAD').send(),
  );
}

async function sendScript(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const script = Buffer.from(await playerScript());
  const tag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;
  // The page and its script must fit each other: asked for anew each time, answered with 304 nearly always.
  reply.headers({
    ETag: tag,
    'Cache-Control': 'public, no-cache',
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.send(script);
}

async function sendFont(path: string | undefined, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  openToAllOrigins(reply);
  if (path === undefined) throw new FramemillError('not_found', 'There is no such font.');
  const { size } = await stat(path);
  reply.headers({ 'Cache-Control': FONT_CACHE, 'Content-Type': 'font/ttf', 'Content-Length': size });
  return reply.send(request.method === 'HEAD' ? '' : createReadStream(path));
}

function openToAllOrigins(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { fontPaths } from '@framemill/compositor/fonts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps, ConsoleServices } from '../deps.ts';
import { refusalIn } from '../http/error-reply.ts';
import { enginePolicy } from '../player/engine-files.ts';
import { sendFont } from '../player/vendor-files.ts';
import type { AuthStrategy } from '../routing/guard.ts';
import type { Offloader } from '../routing/offload.ts';
import { callCost } from '../threads/call-length.ts';

/** File of the built Studio. */
interface StudioFile {
  /** Media type of the file. */
  type: string;
  data: Buffer;
  /**
   * Returns the gzipped content, compressed on the first call; null for formats that compression does not make smaller.
   */
  gzipped: (() => Buffer) | null;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const PACKED = new Set(['.png', '.jpg', '.woff2']);

/** Path of the Studio. */
export const STUDIO_PATH = '/studio';

/** Folder of the built Studio; `npm run setup` creates it. */
const buildFolder = path.resolve(import.meta.dirname, '../../../studio/build');

/** Matches files whose name contains a hash of their content. */
const HASHED = /^assets\//;
const HASHED_CACHE = 'public, max-age=31536000, immutable';

/**
 * Names of the scripts of the browser engine's workers in its folder `assets/engine-<hash>`: one draws and mixes, the
 * other exports.
 */
const ENGINE_SCRIPT = 'engine.js';
const EXPORT_SCRIPT = 'export.js';
/** Names of the scripts that these workers may load: drawing on a GPU, unpacking of fonts, and animations. */
const LOADED_SCRIPTS = ['graphics.js', 'packed-fonts.js', 'animations.js'];

/**
 * Sends a page of the built Studio. `name` is its file, and `ancestors` are the sources whose pages may show it in a
 * frame, in the notation of content security policies.
 */
export type SendPage = (reply: FastifyReply, name: string, ancestors: readonly string[]) => FastifyReply;

/** Source list that matches no page. */
const NOBODY = ["'none'"];

/**
 * Serves the Studio: its page at all of its paths, its files, and the fonts of the browser engine. Returns the function
 * that sends its pages.
 * Browsers cache the files in `assets` for a year, because their names change with the content. Credentials are needed
 * only for the Studio's data.
 */
export function installStudio(app: FastifyInstance, { apiHost }: Pick<ApiDeps, 'apiHost'>): SendPage {
  const schema = { hide: true };
  const build = readBuild(buildFolder);

  const page: SendPage = (reply, name, ancestors) => {
    const file = build.get(name);
    if (file === undefined) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The Studio is not built. Run "npm run setup", then start the service again.\n');
    }
    const policy = contentPolicy(new URL(apiHost).origin, ancestors);
    return send(reply.header('Cache-Control', 'no-cache').header('Content-Security-Policy', policy), file);
  };

  app.get(STUDIO_PATH, { schema }, (_request, reply) => page(reply, 'index.html', NOBODY));
  app.get<{ Params: { '*': string } }>(`${STUDIO_PATH}/*`, { schema }, (request, reply) => {
    const name = request.params['*'];
    const file = build.get(name);
    if (file === undefined || name.endsWith('.html')) {
      // A page of an older build may request removed files. Answering with the page would let it run as a script.
      const isLost = HASHED.test(name);
      return isLost ? reply.code(404).type('text/plain').send('Not found\n') : page(reply, 'index.html', NOBODY);
    }
    const script = path.posix.basename(name);
    if (name.includes('/') && (script === ENGINE_SCRIPT || script === EXPORT_SCRIPT)) {
      const folder = `${STUDIO_PATH}/${path.posix.dirname(name)}/`;
      const reach = { folders: [folder], scripts: LOADED_SCRIPTS.map((one) => `${folder}${one}`) };
      reply.header('Content-Security-Policy', enginePolicy(request, apiHost, reach));
    }
    const cache = HASHED.test(name) ? HASHED_CACHE : 'public, max-age=3600';
    return send(reply.header('Cache-Control', cache), file);
  });
  const fonts = new Map(fontPaths().map((file) => [path.basename(file), file]));
  app.get<{ Params: { engine: string; name: string } }>(
    `${STUDIO_PATH}/assets/:engine/fonts/:name`,
    { schema, exposeHeadRoute: false },
    (request, reply) => {
      const { engine, name } = request.params;
      const isThere = build.has(`assets/${engine}/${ENGINE_SCRIPT}`);
      return sendFont(isThere ? fonts.get(name) : undefined, HASHED_CACHE, request, reply);
    },
  );
  return page;

  function send(reply: FastifyReply, { type, data, gzipped }: StudioFile) {
    reply.type(type).header('Vary', 'Accept-Encoding');
    const takesGzip = /\bgzip\b/.test(String(reply.request.headers['accept-encoding'] ?? ''));
    if (gzipped === null || !takesGzip) return reply.send(data);
    return reply.header('Content-Encoding', 'gzip').send(gzipped());
  }
}

/**
 * Returns the content security policy of the Studio's pages.
 * Scripts and styles come only from the Studio's own files, and never inline; requests go to this host only. Images and
 * videos may also come from `origin`, the service's public address. `ancestors` may show the page in a frame.
 */
function contentPolicy(origin: string, ancestors: readonly string[]): string {
  return [
    "default-src 'none'",
    // Firefox applies the policy of the page to its workers too: the browser engine draws with WebAssembly.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' ${origin} data: blob:`,
    `media-src 'self' ${origin} blob:`,
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ');
}

/**
 * Reads the files of the built Studio into memory, and returns them by their path below `folder`. Returns an empty map
 * when the Studio was not built.
 */
export function readBuild(folder: string): ReadonlyMap<string, StudioFile> {
  return new Map(
    listFiles(folder).map((name) => {
      const data = readFileSync(path.join(folder, name));
      const ending = path.extname(name);
      let packed: Buffer | undefined;
      const gzipped = () => {
        packed ??= gzipSync(data, { level: 9 });
        return packed;
      };
      const type = types[ending] ?? 'application/octet-stream';
      return [name.split(path.sep).join('/'), { type, data, gzipped: PACKED.has(ending) ? null : gzipped }];
    }),
  );
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Creates the function that runs API calls of signed-in users on worker threads.
 * The thread aborts its work when the connection of `reply` closes.
 */
export function createAskThread(
  offloader: Pick<Offloader, 'run'>,
  strategy: AuthStrategy,
): ConsoleServices['askThread'] {
  return async (request, reply, url, units) => {
    const caller = await strategy(request);
    const call = { id: request.id, method: 'GET', url, headers: {}, body: undefined, longBody: null };
    const { status, body } = await offloader.run(call, reply, { caller, alongside: null }, callCost(units));
    const data = Buffer.from(body.buffer);
    if (status >= 400) throw refusalIn(JSON.parse(data.toString()));
    return data;
  };
}

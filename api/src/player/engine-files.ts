import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fontPaths } from '@framemill/compositor/fonts';
import { engineFolder, playerElementScript } from '@framemill/compositor/page';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { openToAllOrigins } from '../files/public-files.ts';
import { SIGNED_PATH } from '../files/signed-files.ts';
import { sendFont, sendScript } from './vendor-files.ts';

/** Value of `Cache-Control` of the engine's files: the name of their folder changes with their content. */
const CACHE = 'public, max-age=31536000, immutable';

/** Path below which the folder of the engine is served. */
const FOLDER = '/vendor';

/** Path of the video on the page that documents the player, which its engine may load too. */
export const EXAMPLE_PATH = '/docs/player/';

const types: Record<string, string> = { '.js': 'text/javascript; charset=utf-8', '.wasm': 'application/wasm' };

/** File of the engine. It is compressed by gzip at the first request that takes this. */
interface EngineFile {
  readonly data: Buffer;
  gzipped(): Promise<Buffer>;
}

/**
 * Serves the element `<framemill-player>` as /vendor/framemill-player.js, and the files of the browser engine that it
 * uses, to pages of any origin. They are bundled on the first request, which takes 500 ms.
 */
export function installEngineFiles(app: FastifyInstance, { apiHost }: Pick<ApiDeps, 'apiHost'>): void {
  const schema = { hide: true };
  app.get('/vendor/framemill-player.js', { schema }, (request, reply) =>
    sendScript(playerElementScript, request, openToAllOrigins(reply)),
  );
  let loaded: ReturnType<typeof loadEngine> | null = null;
  const engine = () => {
    loaded ??= loadEngine();
    // The next request tries again.
    loaded.catch(() => {
      loaded = null;
    });
    return loaded;
  };
  app.get<{ Params: { engine: string; file: string } }>(
    `${FOLDER}/:engine/:file`,
    { schema, exposeHeadRoute: false },
    async (request, reply) => {
      const { engine: name, file } = request.params;
      const { name: current, files } = await engine();
      const found = name === current ? files.get(file) : undefined;
      openToAllOrigins(reply);
      if (!found) throw new FramemillError('not_found', 'There is no such file. Load the page again.');
      if (file === 'engine.js') {
        const folders = [`${FOLDER}/${name}/`, EXAMPLE_PATH];
        const scripts = ['packed-fonts.js', 'animations.js'].map((script) => `${FOLDER}/${name}/${script}`);
        reply.header('Content-Security-Policy', enginePolicy(request, apiHost, { folders, scripts }));
      }
      const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      if (takesGzip) reply.header('Content-Encoding', 'gzip');
      return reply
        .headers({ 'Cache-Control': CACHE, Vary: 'Accept-Encoding' })
        .type(types[extname(file)] ?? 'application/octet-stream')
        .send(takesGzip ? await found.gzipped() : found.data);
    },
  );
  const fonts = new Map(fontPaths().map((path) => [basename(path), path]));
  app.get<{ Params: { engine: string; name: string } }>(
    `${FOLDER}/:engine/fonts/:name`,
    { schema, exposeHeadRoute: false },
    async (request, reply) => {
      const { engine: folder, name } = request.params;
      const isCurrent = folder === (await engine()).name;
      return sendFont(isCurrent ? fonts.get(name) : undefined, CACHE, request, openToAllOrigins(reply));
    },
  );
}

async function loadEngine(): Promise<{ name: string; files: ReadonlyMap<string, EngineFile> }> {
  const { name, files } = await engineFolder();
  // Only the Studio exports videos in the browser, and draws on a GPU.
  const played = [...files].filter(([file]) => file !== 'export.js' && file !== 'graphics.js');
  const prepared = played.map(([file, bytes]) => {
    const data = Buffer.from(bytes);
    let packed: Promise<Buffer> | null = null;
    const gzipped = () => {
      packed ??= promisify(gzip)(data, { level: 9 });
      return packed;
    };
    return [file, { data, gzipped }] as const;
  });
  return { name, files: new Map(prepared) };
}

/**
 * Returns the content security policy of the engine's worker in pages of this service. It may load its own files, and
 * files whose signed addresses the page gives it: a request to the API, which would carry the session's cookie, is
 * refused. `folders` are the paths of its own files, with a slash at their ends; `scripts` are the paths of the scripts
 * that it may load. The AAC encoder and the reader of transparent videos run in workers of their own, whose scripts are
 * Blobs. They have the same policy.
 */
export function enginePolicy(
  request: FastifyRequest,
  apiHost: string,
  { folders, scripts }: { folders: readonly string[]; scripts: readonly string[] },
): string {
  const origin = originOf(request, apiHost);
  const reached = [...folders, `${SIGNED_PATH}/`].map((prefix) => `${origin}${prefix}`);
  const loaded = ["'wasm-unsafe-eval'", ...scripts.map((path) => `${origin}${path}`)];
  return `default-src 'none'; script-src ${loaded.join(' ')}; connect-src ${reached.join(' ')}; worker-src blob:`;
}

/** Returns the origin at which a request arrived; the service's public origin when the header `Host` is not usable. */
function originOf({ protocol, host }: FastifyRequest, apiHost: string): string {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) ? `${protocol}://${host}` : new URL(apiHost).origin;
}

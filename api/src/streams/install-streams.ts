import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import type { ApiDeps } from '../deps.ts';
import { masterPlaylist, mediaPlaylist } from './playlists.ts';
import { audioPart, videoPart } from './stream-parts.ts';
import { type StreamState, streamState } from './stream-state.ts';

/** Segments that are repackaged at once; each holds some megabytes. */
const partsAtOnce = 4;

const NAME = /^[0-9a-f]{48}$/;
/** A segment's media (`m4s`), or what a decoder needs before it (`mp4`). */
const PART = /^(video|audio)-(\d{1,6})\.(m4s|mp4)$/;

/**
 * Serves /streams/<name of the export>/index.m3u8: HLS (CMAF) of a render of format `mp4` while it renders and afterwards, for any origin. Who knows
 * the name may play it, as it is with exports. Stored segments are repackaged when they are asked for; nothing more is stored.
 */
export function installStreams(app: FastifyInstance, deps: Pick<ApiDeps, 'database' | 'store'>): void {
  const turns = pLimit(partsAtOnce);
  app.route<{ Params: { name: string; file: string } }>({
    method: 'GET',
    url: '/streams/:name/:file',
    schema: { hide: true },
    async handler({ params: { name, file } }, reply) {
      open(reply);
      const state = NAME.test(name) ? await streamState(deps.database, name) : null;
      if (state === null) throw noStream();
      return turns(() => send(deps, state, file, reply));
    },
  });
  app.options('/streams/:name/:file', { schema: { hide: true } }, (_request, reply) =>
    open(reply)
      .code(204)
      .header('Access-Control-Allow-Methods', 'GET')
      .header('Access-Control-Allow-Headers', 'Range')
      .send(),
  );
}

async function send(
  { store }: Pick<ApiDeps, 'store'>,
  state: StreamState,
  file: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (file === 'index.m3u8')
    return playlist(reply, state, masterPlaylist(state, (await videoPart(store, state, 0)).codec));
  if (file === 'video.m3u8' || (file === 'audio.m3u8' && state.audioKey !== null)) {
    return playlist(reply, state, mediaPlaylist(state, file === 'video.m3u8' ? 'video' : 'audio'));
  }
  const [, track, number, kind] = PART.exec(file) ?? [];
  const index = Number(number);
  const isThere =
    track !== undefined && index < state.segments.length && (track === 'video' || state.audioKey !== null);
  if (!isThere) throw noStream();
  const { init, media } =
    track === 'video' ? await videoPart(store, state, index) : await audioPart(store, state, index);
  return reply
    .header('Cache-Control', 'public, max-age=3600')
    .type(kind === 'mp4' ? 'video/mp4' : 'video/iso.segment')
    .send(kind === 'mp4' ? init : media);
}

function playlist(reply: FastifyReply, { isWhole }: StreamState, text: string): FastifyReply {
  return reply
    .header('Cache-Control', isWhole ? 'public, max-age=60' : 'no-store')
    .type('application/vnd.apple.mpegurl')
    .send(text);
}

function noStream(): FramemillError {
  return new FramemillError('not_found', 'There is no such stream, or nothing of it can be played yet.');
}

function open(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
}

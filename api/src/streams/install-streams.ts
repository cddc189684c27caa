import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { cutParts, lengthOf, readInPieces, turnOwner } from '../files/read-in-pieces.ts';
import { sendRange } from '../files/send-range.ts';
import { createFairLimit } from '../turns/account-turns.ts';
import { createSharedReads } from '../turns/shared-reads.ts';
import { createStreamParts, type StreamParts } from './stream-parts.ts';
import { type StreamState, streamState } from './stream-state.ts';

/** Maximum bit rate of the audio track, in bits per second. */
const audioBits = 192_000;

/** Maximum number of stream states read from the database concurrently. */
const STATES_AT_ONCE = 4;
/** Maximum number of segments in cached stream states. One takes about 300 bytes. */
const MOST_SEGMENTS = 50_000;
/**
 * Times, in ms, for which the state of a stream is cached: first while segments are still added, then for complete
 * streams.
 */
const GROWING_KEPT_MS = 500;
const WHOLE_KEPT_MS = 10_000;

const NAME = /^[0-9a-f]{48}$/;
/**
 * Matches the file names of segments. `m4s` is a media segment, `mp4` the initialisation segment that belongs to it.
 */
const PART = /^(video|audio)-(\d{1,6})\.(m4s|mp4)$/;

type StreamDeps = Pick<ApiDeps, 'database' | 'store' | 'transfers'>;

/**
 * Serves /streams/<name of the export>/index.m3u8: HLS (CMAF) of a render of format `mp4`, for any origin.
 * The stream can be played during the render and afterwards. As with exports, anyone who knows the name may play it.
 * The header of a fragment is generated when the fragment is first requested, and is cached for a while. The samples
 * are sent from the stored segments.
 */
export function installStreams(app: FastifyInstance, deps: StreamDeps): void {
  const parts = createStreamParts(deps);
  const states = createSharedReads<StreamState | null>({
    limit: createFairLimit(STATES_AT_ONCE),
    mostSize: MOST_SEGMENTS,
    sizeOf: (state) => state?.segments.length ?? null,
    keepMs: (state) => (state?.isWhole ? WHOLE_KEPT_MS : GROWING_KEPT_MS),
  });
  app.route<{ Params: { name: string; file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/streams/:name/:file',
    exposeHeadRoute: false,
    schema: { hide: true },
    async handler(request, reply) {
      const { name, file } = request.params;
      open(reply);
      if (!NAME.test(name)) throw noStream();
      const read = () => states.read(name, turnOwner(request, null), () => streamState(deps.database, name));
      let state = await read();
      // Another process may already have announced a segment that the cached state lacks.
      if (state && !state.isWhole && segmentOf(file) >= state.segments.length) {
        states.forget(name);
        state = await read();
      }
      if (state === null) throw noStream();
      return send(deps, parts, state, file, request, reply).catch(swept);
    },
  });
  app.options('/streams/:name/:file', { schema: { hide: true } }, (_request, reply) =>
    open(reply)
      .code(204)
      .header('Access-Control-Allow-Methods', 'GET, HEAD')
      .header('Access-Control-Allow-Headers', 'Range')
      .send(),
  );
}

/** Returns the index of the segment that a file name denotes; -1 when it does not denote a segment. */
function segmentOf(file: string): number {
  return Number(PART.exec(file)?.[2] ?? -1);
}

async function send(
  deps: StreamDeps,
  parts: StreamParts,
  state: StreamState,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const owner = turnOwner(request, state.accountId);
  if (file === 'index.m3u8')
    return playlist(reply, state, masterPlaylist(state, (await parts.video(state, 0, owner)).codec));
  if (file === 'video.m3u8' || (file === 'audio.m3u8' && state.audio !== null)) {
    return playlist(reply, state, mediaPlaylist(state, file === 'video.m3u8' ? 'video' : 'audio'));
  }
  const [, track, , kind] = PART.exec(file) ?? [];
  const index = segmentOf(file);
  const isThere = track !== undefined && index < state.segments.length && (track === 'video' || state.audio !== null);
  if (!isThere) throw noStream();
  const { init, media } = await (track === 'video' ? parts.video : parts.audio)(state, index, owner);
  const bytes = kind === 'mp4' ? [init] : media;
  return sendRange(request, reply, {
    sizeBytes: lengthOf(bytes),
    headers: {
      'Cache-Control': 'public, max-age=3600',
      'Content-Type': kind === 'mp4' ? 'video/mp4' : 'video/iso.segment',
    },
    open: (start, end) =>
      readInPieces(deps, cutParts(bytes, start, end), request, { accountId: state.accountId, sha256: null }),
  });
}

function playlist(reply: FastifyReply, { isWhole }: StreamState, text: string): FastifyReply {
  return reply
    .header('Cache-Control', isWhole ? 'public, max-age=60' : 'no-store')
    .type('application/vnd.apple.mpegurl')
    .send(text);
}

/**
 * Rethrows an error, but replaces the `not_found` error of a segment by that of the stream.
 * Segments may be deleted while the state of the stream is still cached.
 */
function swept(error: unknown): never {
  throw error instanceof FramemillError && error.code === 'not_found' ? noStream() : error;
}

function noStream(): FramemillError {
  return new FramemillError(
    'not_found',
    'This stream does not exist, or this part of it cannot be played yet. Check the address. If the render is in ' +
      'progress, try again in a few seconds.',
  );
}

function open(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/** Returns the HLS master playlist, which lists both tracks (RFC 8216). `codec` is the codec string of the video. */
function masterPlaylist({ segments, audio, width, height, fps }: StreamState, codec: string): string {
  const rates = segments.map(({ sizeBytes, durationSec }) => (sizeBytes * 8) / durationSec);
  const addedBits = audio === null ? 0 : audioBits;
  const bandwidth = Math.ceil(Math.max(...rates) + addedBits);
  const average = Math.ceil(rates.reduce((sum, rate) => sum + rate, 0) / rates.length + addedBits);
  const codecs = audio === null ? codec : `${codec},mp4a.40.2`;
  const group = audio === null ? '' : ',AUDIO="sound"';
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(audio === null
      ? []
      : [
          '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",' +
            'URI="audio.m3u8"',
        ]),
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},CODECS="${codecs}",` +
      `RESOLUTION=${width}x${height},FRAME-RATE=${fps.toFixed(3)}${group}`,
    'video.m3u8',
    '',
  ].join('\n');
}

/**
 * Returns the HLS playlist of one track.
 * Its type is EVENT while segments are still added, and VOD afterwards. Players start at the beginning.
 */
function mediaPlaylist({ segments, isWhole, longestSec }: StreamState, track: 'video' | 'audio'): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longestSec)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isWhole ? 'VOD' : 'EVENT'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
    ...segments.flatMap(({ durationSec, setupIndex }, index) => [
      // Initialisation segment, listed where it changes. All audio has the same one.
      ...(index === (track === 'video' ? setupIndex : 0) ? [`#EXT-X-MAP:URI="${track}-${index}.mp4"`] : []),
      `#EXTINF:${durationSec.toFixed(6)},`,
      `${track}-${index}.m4s`,
    ]),
    ...(isWhole ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

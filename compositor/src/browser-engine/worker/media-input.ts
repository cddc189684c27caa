import { FramemillError } from '@framemill/timeline/rendering';
import { ADTS, FLAC, Input, MATROSKA, MP3, MP4, OGG, QTFF, UrlSource, WAVE, WEBM } from 'mediabunny';
import type { MediaAccess } from './media-access.ts';

const formats = [MP4, QTFF, WEBM, MATROSKA, WAVE, MP3, OGG, FLAC, ADTS];

/**
 * Opens a media file, which is read by range requests. The caller disposes of the input. At most `cacheBytes` of its
 * data are kept.
 */
export function openMediaInput(path: string, { request }: Pick<MediaAccess, 'request'>, cacheBytes: number): Input {
  const source = new UrlSource(path, {
    maxCacheSize: cacheBytes,
    // The source knows the file by its name; each request goes to its present address.
    fetchFn: (_, init) => request(path, init),
    getRetryDelay: (attempts) => (attempts < 2 ? 0.2 : null),
  });
  return new Input({ source, formats });
}

/** Largest number of priming samples that encoders put before the audio, by the names of codecs. */
const primings: Readonly<Record<string, number>> = { aac: 2112, mp3: 1105, ac3: 256, eac3: 256 };
/** Coarse clocks round a start to a millisecond. */
const clockSec = 0.001;
/** Longest time by which the video may start after the audio and still start at 0, in seconds. */
const mostShiftSec = 0.04;

/**
 * Returns the time of the file's time stamps, in seconds, that is its time zero for its video or its audio. It has the
 * rules of the render nodes (`media/stream-times.ts`): a file begins with its first frame or its audio, whichever is
 * earlier, and the priming of encoders does not count. `fps` is the frame rate of the video; 0 when it is unknown.
 */
export async function timeZeroOf(input: Input, stream: 'video' | 'audio', fps: number): Promise<number> {
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const videoSec = video ? await video.getFirstTimestamp() : null;
  const firstSec = audio ? await audio.getFirstTimestamp() : null;
  if (firstSec === null || !audio) return videoSec ?? 0;
  const audioSec = Math.max(0, firstSec);
  if (videoSec === null) return audioSec;
  const leadSec = videoSec - audioSec;
  const codec = await audio.getCodec();
  // A file that declares its priming starts before 0.
  const primingSec = firstSec < 0 ? 0 : (primings[codec ?? ''] ?? 0) / (await audio.getSampleRate());
  if (leadSec < 0 || (leadSec > 0 && leadSec <= primingSec + (primingSec > 0 ? clockSec : 0))) return videoSec;
  const shiftSec = fps > 0 ? Math.min(mostShiftSec, 1 / fps / 2) : 0;
  return stream === 'video' && leadSec < shiftSec ? videoSec : audioSec;
}

/** Returns the error for a file whose video or audio a browser cannot decode. `remedy` is a sentence. */
export function undecodable(what: 'video' | 'audio', codec: string | null, remedy: string): FramemillError {
  return new FramemillError(
    'invalid_request',
    `The browser cannot decode this ${what} (codec ${codec ?? 'unknown'}). ${remedy}`,
  );
}

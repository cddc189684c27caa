import type { MediaRecord } from '../model/media.ts';
import { onsets } from './onsets.ts';

/** Cache of audio peaks that the service measured. Peaks are loaded on first use. */
export interface AudioCache {
  /**
   * Returns the largest sample (0-1) of a file between two of its times, at the resolution that `pxPerSec` needs.
   * Returns null while it is loading and for files without peaks.
   */
  peak(record: MediaRecord, fromSec: number, toSec: number, pxPerSec: number): number | null;
  /**
   * Returns the times of audio onsets in a file, in seconds. The list is empty while peaks are loading and for files
   * longer than half an hour.
   */
  beats(record: MediaRecord): readonly number[];
}

/**
 * Size of one range request for peaks in bytes (`CHUNK_BYTES`), which is 2 min at the finest level. At most
 * `MOST_CHUNKS` chunks (32 MB) are cached.
 */
const CHUNK_BYTES = 65_536;
const MOST_CHUNKS = 512;
/**
 * Maximum duration of files in which beats are detected, in seconds, and the resolution of the peaks used for it, per
 * second.
 */
const LONGEST_SEC = 1_800;
const BEAT_PEAKS_PER_SEC = 120;

interface Level {
  peaksPerSec: number;
  offsetBytes: number;
  count: number;
}

/** Creates an audio cache. It calls `loaded` when more peaks can be drawn. */
export function createAudioCache(loaded: () => void): AudioCache {
  const chunks = new Map<string, Uint8Array | null>();
  const beatsByUrl = new Map<string, readonly number[]>();

  function load(name: string, url: string, range: [number, number] | null): void {
    chunks.set(name, null);
    fetch(url, range ? { headers: { range: `bytes=${range[0]}-${range[1]}` } } : {})
      .then(async (answer) =>
        answer.ok ? (range ? new Uint8Array(await answer.arrayBuffer()) : olderPeaks(await answer.json())) : NOTHING,
      )
      .then((bytes) => {
        chunks.set(name, bytes);
        for (const oldest of chunks.keys()) {
          if (chunks.size <= MOST_CHUNKS) break;
          chunks.delete(oldest);
        }
        loaded();
      })
      // Offline: the peaks are not requested again until the editor is reloaded.
      .catch(() => undefined);
  }

  function chunkOf(url: string, level: Level, index: number): Uint8Array | null {
    const name = `${url} ${level.offsetBytes} ${index}`;
    const known = chunks.get(name);
    if (known !== undefined) return known;
    const from = level.offsetBytes + index * CHUNK_BYTES;
    const to = Math.min(level.offsetBytes + level.count, from + CHUNK_BYTES) - 1;
    if (to < from) return NOTHING;
    load(name, url, [from, to]);
    return null;
  }

  function older(url: string, fromSec: number, toSec: number): number | null {
    const known = chunks.get(url);
    if (known === undefined) load(url, url, null);
    if (!known) return null;
    return most(known, fromSec * OLDER_PEAKS_PER_SEC, toSec * OLDER_PEAKS_PER_SEC) / 255;
  }

  return {
    peak({ peaks, waveformUrl }, fromSec, toSec, pxPerSec) {
      const level = peaks?.levels.find(({ peaksPerSec }) => peaksPerSec >= pxPerSec) ?? peaks?.levels.at(-1);
      if (!peaks || !level) return waveformUrl === null ? null : older(waveformUrl, fromSec, toSec);
      const first = Math.max(0, Math.floor(fromSec * level.peaksPerSec));
      const end = Math.max(first + 1, Math.ceil(toSec * level.peaksPerSec));
      let loudest = 0;
      for (let index = Math.floor(first / CHUNK_BYTES); index * CHUNK_BYTES < end; index += 1) {
        const chunk = chunkOf(peaks.url, level, index);
        if (!chunk) return null;
        const before = index * CHUNK_BYTES;
        loudest = Math.max(loudest, most(chunk, first - before, end - before));
      }
      return loudest / 255;
    },
    beats({ peaks, durationSec }) {
      const level = peaks?.levels.find(({ peaksPerSec }) => peaksPerSec === BEAT_PEAKS_PER_SEC);
      if (!peaks || !level || (durationSec ?? 0) > LONGEST_SEC) return NO_BEATS;
      const known = beatsByUrl.get(peaks.url);
      if (known) return known;
      const parts: Uint8Array[] = [];
      for (let index = 0; index * CHUNK_BYTES < level.count; index += 1) {
        const chunk = chunkOf(peaks.url, level, index);
        if (chunk) parts.push(chunk);
      }
      if (parts.length * CHUNK_BYTES < level.count) return NO_BEATS;
      const found = onsets(parts.length === 1 ? (parts[0] ?? NOTHING) : joined(parts), level.peaksPerSec);
      beatsByUrl.set(peaks.url, found);
      return found;
    },
  };
}

const NOTHING = new Uint8Array(0);
const NO_BEATS: readonly number[] = [];
/** Resolution of the waveform format of earlier releases, in peaks per second. */
const OLDER_PEAKS_PER_SEC = 20;

function olderPeaks(value: unknown): Uint8Array {
  if (typeof value !== 'object' || value === null || !('peaks' in value) || !Array.isArray(value.peaks)) return NOTHING;
  return Uint8Array.from(value.peaks, (peak) => Math.round(Number(peak) * 255));
}

function most(peaks: Uint8Array, from: number, to: number): number {
  let loudest = 0;
  const end = Math.min(peaks.length, Math.max(Math.floor(from) + 1, Math.ceil(to)));
  for (let at = Math.max(0, Math.floor(from)); at < end; at += 1) loudest = Math.max(loudest, peaks[at] ?? 0);
  return loudest;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Cache of images that the timeline draws, by URL. Images are loaded on first use. */
export interface ImageCache {
  /** Returns the image; null while it is loading or when it cannot be loaded. */
  get(url: string): HTMLImageElement | null;
}

/** Maximum number of cached images. The browser may still discard their decoded pixels when memory is low. */
const MOST_IMAGES = 400;

/** Creates an image cache. It calls `loaded` when another image can be drawn. */
export function createImageCache(loaded: () => void): ImageCache {
  const images = new Map<string, HTMLImageElement>();
  return {
    get(url) {
      const known = images.get(url);
      if (known) return known.complete && known.naturalWidth > 0 ? known : null;
      const image = new Image();
      image.decoding = 'async';
      image.addEventListener('load', loaded);
      image.src = url;
      images.set(url, image);
      for (const oldest of images.keys()) {
        if (images.size <= MOST_IMAGES) break;
        images.delete(oldest);
      }
      return null;
    },
  };
}

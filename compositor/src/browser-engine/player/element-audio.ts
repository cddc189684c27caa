import { type AudioPart, audioPlan } from '@framemill/timeline/rendering';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import { createGain } from '../../audio/part-gain.ts';
import type { PlayerVideo } from './player-video.ts';

/** Audio of a player whose mix cannot be played. It follows the time that the player shows. */
export interface ElementAudio {
  /** Replaces the video. */
  open(video: PlayerVideo): void;
  /** Plays at a time in seconds. Called for each frame that the page shows during playback. */
  follow(timeSec: number): void;
  pause(): void;
  /** Sets the volume, 0 to 1. At 0, no audio is loaded. */
  setVolume(volume: number): void;
  close(): void;
}

/** Time before an audio part at which its file is loaded, in seconds. */
const AHEAD_SEC = 3;
/** Maximum difference between an element and its intended time before it is corrected, in seconds. */
const DRIFT_SEC = 0.15;
/** Range of playback rates of media elements. */
const RATES = { slowest: 1 / 16, fastest: 16 };

/** Audio part with the element that plays it. */
interface OpenPart {
  readonly element: HTMLAudioElement;
  readonly path: string;
  /** Whether its address has been asked for again since it last played. */
  isRetried: boolean;
}

/**
 * Creates the audio of a player from one audio element for each audible clip. It plays trims, speeds, volumes, fades
 * and crossfades as the mix of a render does. It leaves out what elements cannot play: reversed clips, panning, pitch,
 * effects, ducking, loudness, and gains above 1. `addressOf` returns the address of a file by its path in the media
 * table; null when it has none.
 */
export function createElementAudio(
  addressOf: (path: string, isExpired: boolean) => Promise<string | null>,
): ElementAudio {
  let parts: readonly { readonly part: AudioPart; readonly path: string; readonly gainAt: (at: number) => number }[] =
    [];
  /** Loaded parts by clip id. */
  const opened = new Map<string, OpenPart>();
  let volume = 1;

  function openPart(clipId: string, path: string): OpenPart {
    const known = opened.get(clipId);
    if (known?.path === path) return known;
    closePart(clipId);
    const part: OpenPart = { element: new Audio(), path, isRetried: false };
    opened.set(clipId, part);
    part.element.preload = 'auto';
    part.element.addEventListener('playing', () => {
      part.isRetried = false;
    });
    part.element.addEventListener('error', () => {
      if (part.isRetried) return;
      part.isRetried = true;
      void load(clipId, part, true);
    });
    void load(clipId, part, false);
    return part;
  }

  async function load(clipId: string, part: OpenPart, isExpired: boolean): Promise<void> {
    const address = await addressOf(part.path, isExpired).catch(() => null);
    if (address !== null && opened.get(clipId) === part) part.element.src = address;
  }

  function closePart(clipId: string): void {
    const { element } = opened.get(clipId) ?? {};
    opened.delete(clipId);
    if (!element) return;
    element.pause();
    // An element without a source ends its request.
    element.removeAttribute('src');
    element.load();
  }

  return {
    open(video) {
      const { document, media } = video;
      const plan = audioPlan(document, (src) => media[src]?.facts ?? null);
      parts = plan.parts.flatMap((part) => {
        const path = media[part.src]?.path;
        return path === undefined || part.reverse ? [] : [{ part, path, gainAt: createGain(part) }];
      });
      const paths = new Map(parts.map(({ part, path }) => [part.clipId, path]));
      for (const [clipId, { path }] of opened) if (paths.get(clipId) !== path) closePart(clipId);
    },
    follow(timeSec) {
      if (volume === 0) return;
      for (const { part, path, gainAt } of parts) {
        const at = timeSec * SAMPLE_RATE - part.startSample;
        if (at < -AHEAD_SEC * SAMPLE_RATE || at >= part.lengthSamples) {
          closePart(part.clipId);
          continue;
        }
        const { element } = openPart(part.clipId, path);
        if (at < 0) element.pause();
        else playAt(element, part, at, Math.min(1, Math.max(0, gainAt(at) * volume)));
      }
    },
    pause() {
      for (const { element } of opened.values()) element.pause();
    },
    setVolume(next) {
      volume = next;
      if (volume === 0) for (const clipId of [...opened.keys()]) closePart(clipId);
    },
    close() {
      parts = [];
      for (const clipId of [...opened.keys()]) closePart(clipId);
    },
  };
}

/** Plays an element at sample `at` of its part. */
function playAt(element: HTMLAudioElement, part: AudioPart, at: number, volume: number): void {
  element.volume = volume;
  element.preservesPitch = part.preservePitch;
  element.playbackRate = Math.min(RATES.fastest, Math.max(RATES.slowest, speedAt(part, at)));
  const wantedSec = sourceSecAt(part, at);
  // An element that has ended would start again from its beginning.
  if (element.ended && wantedSec > element.duration - DRIFT_SEC) return;
  if (Math.abs(element.currentTime - wantedSec) > DRIFT_SEC) element.currentTime = wantedSec;
  // Browsers may block audio until the viewer clicks in the page: the image continues without it.
  if (element.paused) element.play().catch(() => undefined);
}

/** Returns the source time that plays at sample `at` of a part that is not reversed, in seconds. */
export function sourceSecAt(part: AudioPart, at: number): number {
  const { sourceStartSec, loop, loopEndSec, loopOffsetSec } = part;
  const passedSec = passedAt(part, at);
  const periodSec = loopEndSec - sourceStartSec;
  if (!loop || periodSec <= 0) return sourceStartSec + passedSec;
  return sourceStartSec + ((loopOffsetSec + passedSec) % periodSec);
}

/** Returns the seconds of the source between the start of a part and its sample `at`. Loops are not wrapped. */
function passedAt({ timeMap, sourceStartSec, loopOffsetSec, speed }: AudioPart, at: number): number {
  const next = timeMap.findIndex(({ atSample }) => atSample > at);
  const [before, after] = next > 0 ? [timeMap[next - 1], timeMap[next]] : [timeMap.at(-1), undefined];
  if (!before) return (at / SAMPLE_RATE) * speed;
  const along = after ? (at - before.atSample) / (after.atSample - before.atSample) : 0;
  const sourceSec = before.sourceSec + ((after?.sourceSec ?? before.sourceSec) - before.sourceSec) * along;
  return sourceSec - sourceStartSec - loopOffsetSec;
}

/** Returns the seconds of the source that play in a second at sample `at` of a part. */
function speedAt(part: AudioPart, at: number): number {
  if (part.timeMap.length === 0) return part.speed;
  const step = SAMPLE_RATE / 10;
  return (passedAt(part, at + step) - passedAt(part, at)) * 10;
}

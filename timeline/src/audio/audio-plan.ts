import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { nestedDocument } from '../evaluate/nested-document.ts';
import { loopPeriodSec, loopPhase, speedOf } from '../evaluate/source-time.ts';
import { placeClips, type TransitionWindow, transitionWindow } from '../evaluate/transition-window.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { type Rate, rateOf, secondsOf, totalFrames } from '../time.ts';
import {
  type AudioPart,
  type AudioPlan,
  hasVolume,
  type PartDuck,
  SAMPLE_RATE,
  sampleOf,
  type TimeMapPoint,
} from './audio-part.ts';
import { panEnvelope, volumeEnvelope, withCrossfade } from './envelope.ts';

/**
 * Computes the audio of a document, clip by clip, in samples at 48 kHz. The mix is exactly as long as the video. Omits
 * clips that are muted, on muted tracks, frozen or always silent, and clips whose source is unknown or has no audio. A
 * composition clip is one part: its composition is mixed, and the clip plays the mix.
 */
export function audioPlan(document: Document, media: AudioLookup): AudioPlan {
  const rate = rateOf(document.settings.fps);
  const totalSamples = sampleOf(secondsOf(totalFrames(document), rate));
  const byTrack = Map.groupBy(document.clips, (clip) => clip.trackIndex);
  const parts = document.tracks
    .filter((track) => !track.muted)
    .flatMap((track) => trackParts(document, byTrack.get(track.id) ?? [], rate, media))
    .filter((part) => part.startSample < totalSamples)
    .sort((a, b) => a.startSample - b.startSample || (a.clipId < b.clipId ? -1 : 1));
  return { totalSamples, parts: withDucks(parts, document.clips) };
}

/** Facts of a source that the plan uses. */
type AudioFacts = Pick<MediaFacts, 'durationSec' | 'hasAudio'>;
type AudioLookup = (src: string) => AudioFacts | null;

/** An audible clip, with the additional time during which transitions play it. */
interface AudibleSpan {
  clip: Clip;
  facts: AudioFacts;
  /** Mix of the composition that a composition clip plays; null for other clips. */
  inner: AudioPlan | null;
  /** Start and end on the timeline. Seconds. */
  fromSec: number;
  toSec: number;
  /** Duration for which the clip continues under the next clip. Seconds. */
  handleSec: number;
  /** Duration of the crossfade from the previous clip. Seconds. */
  crossfadeInSec: number;
}

function trackParts(document: Document, clips: readonly Clip[], rate: Rate, media: AudioLookup): AudioPart[] {
  const placed = placeClips(clips, rate);
  const audible = new Map<string, AudibleSpan>();
  for (const { clip, span } of placed) {
    if (!isPlayed(clip)) continue;
    const inner = innerPlan(document, clip, media);
    const facts = inner ? factsOfPlan(inner) : media(clip.src);
    if (!facts?.hasAudio) continue;
    const onFrames = clip.type !== 'audio';
    // The audio of a video starts with its first frame; an audio clip starts exactly where the document places it.
    const fromSec = onFrames ? secondsOf(span.startFrame, rate) : clip.start;
    const toSec = onFrames ? secondsOf(span.endFrame, rate) : clip.start + clip.duration;
    audible.set(clip.id, { clip, facts, inner, fromSec, toSec, handleSec: 0, crossfadeInSec: 0 });
  }
  for (const index of placed.keys()) {
    const window = transitionWindow(placed, index, rate);
    if (window) crossfade(window, audible, rate);
  }
  return [...audible.values()].map(partOf);
}

function isPlayed(clip: Clip): boolean {
  if (clip.type !== 'video' && clip.type !== 'audio' && clip.type !== 'composition') return false;
  return !clip.muted && clip.freezeAt === null && hasVolume(clip);
}

function innerPlan(document: Document, clip: Clip, media: AudioLookup): AudioPlan | null {
  const nested = nestedDocument(document, clip);
  return nested && audioPlan(nested, media);
}

function factsOfPlan({ totalSamples, parts }: AudioPlan): AudioFacts {
  return { durationSec: totalSamples / SAMPLE_RATE, hasAudio: parts.length > 0 };
}

/**
 * Crossfades the clips of a transition if both are audible. The outgoing clip continues as far as its source allows.
 */
function crossfade(window: TransitionWindow, audible: ReadonlyMap<string, AudibleSpan>, rate: Rate): void {
  const outgoing = window.outgoing && audible.get(window.outgoing.clip.id);
  const incoming = window.incoming && audible.get(window.incoming.clip.id);
  // A clip with a fade-out has ended: it must not become audible again under the next clip.
  if (!outgoing || !incoming || outgoing.clip.fadeOut > 0) return;
  const windowSec = secondsOf(window.endFrame - window.startFrame, rate);
  const handleSec = Math.min(windowSec, handleOf(outgoing));
  if (handleSec < 1 / SAMPLE_RATE) return;
  outgoing.handleSec = Math.max(0, incoming.fromSec + handleSec - outgoing.toSec);
  incoming.crossfadeInSec = handleSec;
}

/** Returns how long the source could continue after the clip's end, in timeline seconds. Infinite for a loop. */
function handleOf({ clip, facts, fromSec, toSec }: AudibleSpan): number {
  if (clip.loop) return Number.POSITIVE_INFINITY;
  const region = sourceRegion(clip, toSec - fromSec);
  const leftSec = clip.reverse ? region.startSec : (facts.durationSec ?? 0) - region.startSec - region.lengthSec;
  return Math.max(0, leftSec / region.endSpeed);
}

function partOf({ clip, facts, inner, fromSec, toSec, handleSec, crossfadeInSec }: AudibleSpan): AudioPart {
  const startSample = sampleOf(fromSec);
  const endSample = Math.max(startSample + 1, sampleOf(toSec + handleSec));
  const lengthSamples = endSample - startSample;
  const lengthSec = lengthSamples / SAMPLE_RATE;
  const region = sourceRegion(clip, toSec - fromSec, handleSec);
  const mediaDurationSec = facts.durationSec ?? clip.mediaDuration;
  const bodySamples = sampleOf(toSec) - startSample;
  const handleSamples = handleSec > 0 ? Math.max(0, lengthSamples - bodySamples) : 0;
  const fadeIn = wholeFade(Math.min(sampleOf(clip.fadeIn), bodySamples), clip.fadeInFrom, clip.fadeInTo);
  const fadeOut = wholeFade(Math.min(sampleOf(clip.fadeOut), bodySamples), clip.fadeOutTo, clip.fadeOutFrom);
  const volume = volumeEnvelope(clip, lengthSec);
  return {
    clipId: clip.id,
    src: clip.src,
    startSample,
    lengthSamples,
    handleSamples,
    sourceStartSec: region.startSec,
    speed: region.lengthSec / (toSec - fromSec + handleSec),
    preservePitch: clip.preservePitch ?? true,
    pitch: clip.pitch ?? 0,
    reverse: clip.reverse,
    loop: clip.loop,
    loopOffsetSec: region.loopOffsetSec,
    loopEndSec: Math.min(mediaDurationSec, region.startSec + region.loopSec),
    mediaDurationSec,
    fadeInSamples: fadeIn.samples,
    fadeInCutSamples: fadeIn.cutSamples,
    fadeOutSamples: fadeOut.samples,
    fadeOutCutSamples: fadeOut.cutSamples,
    fadeCurve: clip.fadeCurve ?? 'equal-power',
    volume: withCrossfade(volume, {
      lengthSamples,
      inSamples: sampleOf(crossfadeInSec),
      outSamples: handleSamples,
    }),
    pan: panEnvelope(clip, lengthSec),
    timeMap: region.timeMap,
    chain: clip.chain ?? [],
    duck: null,
    loudness: clip.loudness ? { targetLufs: clip.loudness.targetLufs, truePeakDb: clip.loudness.truePeak ?? -1 } : null,
    ...(inner && { inner }),
  };
}

/**
 * Computes the full length of a fade from its audible length `samples`, and how many samples are cut off at the clip's
 * edge.
 */
function wholeFade(samples: number, edge = 0, inner = 1): { samples: number; cutSamples: number } {
  const whole = samples / Math.max(1e-6, inner - edge);
  return { samples: whole, cutSamples: edge * whole };
}

/**
 * Adds ducking to the audio of clips with `duck`: the ids of the clips that cause it become indices in `parts`. `parts`
 * must be in their final order, with at most one entry per clip.
 */
function withDucks(parts: AudioPart[], clips: readonly Clip[]): AudioPart[] {
  const ducked = new Map(clips.flatMap((clip) => (clip.duck ? [[clip.id, clip.duck] as const] : [])));
  if (ducked.size === 0) return parts;
  const places = new Map(parts.map((part, place) => [part.clipId, place]));
  return parts.map((part, own) => {
    const duck = ducked.get(part.clipId);
    if (!duck) return part;
    const named = [...new Set(duck.sources)].flatMap((clipId) => places.get(clipId) ?? []);
    const sources = named.filter((place) => place !== own).sort((a, b) => a - b);
    if (sources.length === 0) return part;
    const resolved: PartDuck = {
      sources,
      amountDb: duck.amountDb ?? -12,
      attackSec: duck.attack ?? 0.15,
      releaseSec: duck.release ?? 0.4,
    };
    return { ...part, duck: resolved };
  });
}

/** Distance between points of a ramp's time map. Seconds; between them the speed hardly changes. */
const STEP_SEC = 0.02;

/** Part of a source that a clip plays. Times are seconds of the source. */
export interface SourceRegion {
  /** Earliest time of the region. Reversed playback ends here. */
  startSec: number;
  lengthSec: number;
  /** Length of the source range that a loop repeats. */
  loopSec: number;
  /**
   * Offset into the loop at which the first repetition starts. Reversed: offset into the loop at which the clip ends. 0
   * without a loop.
   */
  loopOffsetSec: number;
  /** Source seconds per timeline second at the clip's end. */
  endSpeed: number;
  /** Source time at each time of the clip, as points of a speed ramp. Empty when the speed is constant. */
  timeMap: TimeMapPoint[];
}

/** Computes the source region of a clip of `bodySec` timeline seconds that continues for `handleSec` after its end. */
function sourceRegion(clip: Clip, bodySec: number, handleSec = 0): SourceRegion {
  const speed = speedOf(clip);
  const bodySource = speed.areaTo(bodySec);
  const wholeSource = speed.areaTo(bodySec + handleSec);
  // Reversed, the handle after the end comes from before the in-point. A loop starts again at its end instead.
  const goesOnBefore = clip.reverse && !clip.loop;
  const startSec = goesOnBefore ? Math.max(0, clip.mediaStart + bodySource - wholeSource) : clip.mediaStart;
  return {
    startSec,
    lengthSec: wholeSource,
    loopSec: loopPeriodSec(clip),
    loopOffsetSec: loopOffsetOf(clip),
    endSpeed: speed.at(bodySec),
    timeMap: clip.kfSpeed?.length ? rampMap(clip, bodySec, handleSec) : [],
  };
}

function loopOffsetOf(clip: Clip): number {
  const period = loopPeriodSec(clip);
  return clip.loop && period > 0 ? loopPhase(clip.loopOffset ?? 0, period) : 0;
}

function rampMap(clip: Clip, bodySec: number, handleSec: number): TimeMapPoint[] {
  const speed = speedOf(clip);
  const loopOffset = loopOffsetOf(clip);
  const bodySource = speed.areaTo(bodySec);
  const lengthSec = bodySec + handleSec;
  const steps = Math.max(1, Math.ceil(lengthSec / STEP_SEC));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const sec = (lengthSec * step) / steps;
    const passed = clip.reverse ? bodySource - speed.areaTo(sec) : speed.areaTo(sec);
    const sourceSec = clip.mediaStart + loopOffset + passed;
    return { atSample: sampleOf(sec), sourceSec: clip.loop ? sourceSec : Math.max(0, sourceSec) };
  });
}

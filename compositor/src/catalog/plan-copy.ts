import {
  type AudioPart,
  audioPlan,
  type Clip,
  clipSpan,
  type Document,
  type PacketFacts,
  rateOf,
} from '@framemill/timeline/rendering';
import { type OutputProfile, outputFrames } from './profile.ts';
import type { MediaTable } from './sub-document.ts';
import { fitsPacketsOf, isUntouched } from './untouched.ts';

/** A render whose pictures are the packets of one source as they are. */
export interface CopyPlan {
  /** The source, as clips name it. */
  src: string;
  /** Pictures of the source and of the output. */
  frames: number;
  /** `copy`: the source's own sound goes with it; `mix`: the document's sound is mixed as ever; `none`: nothing is heard. */
  sound: 'copy' | 'mix' | 'none';
}

/**
 * Whether a whole render is one untouched source that already is what was asked for; null: it has to be encoded. It is, when the
 * document shows exactly one clip that covers all frames of the output, plays all frames of the source at its own speed, size and
 * rate, and nothing lies on, under or over it; no watermark is asked for, the format is MP4, and the packets can be copied
 * (`PacketFacts`). Then encoding again could only lose: the copy has the source's very pictures, in a fiftieth of the time.
 *
 * One thing speaks against it: `draft` and `standard` promise files of moderate size, and a camera's 50 Mbit/s are not what
 * somebody wants who asks for a draft to send around. So above a bit rate (`fitsPacketsOf`) these two encode. `high` promises the best
 * picture, and there is no better one than the source's: it always copies. A source far below the quality's usual bit rate is
 * copied too: more bits bring nothing back.
 *
 * Sound that nobody changed is copied with it where it is AAC that fits; other sound is mixed and the pictures are still copied.
 * Pure: equal documents, facts and profiles give equal answers. Throws what `outputFrames` throws.
 */
export function planCopy(document: Document, profile: OutputProfile, media: MediaTable): CopyPlan | null {
  const clip = untouchedVideo(document, profile);
  if (clip === null) return null;
  const facts = media[clip.src];
  const { packets } = facts ?? {};
  if (!packets || !fitsPacketsOf(facts, document, profile)) return null;
  const { startFrame, endFrame } = clipSpan(clip, rateOf(document.settings.fps));
  const frames = outputFrames(document, profile);
  if (startFrame !== 0 || endFrame !== frames || packets.frames !== frames) return null;
  return { src: clip.src, frames, sound: audioOf(document, clip, packets, media) };
}

/** False: whatever is known of its sources, `planCopy` says null. */
export function mayBeCopied(document: Document, profile: OutputProfile): boolean {
  return untouchedVideo(document, profile) !== null;
}

function untouchedVideo(document: Document, profile: OutputProfile): Clip | null {
  if (profile.format !== 'mp4' || profile.watermark || profile.texts) return null;
  const clip = onlyVideo(document);
  return clip && clip.mediaStart === 0 && !clip.transition && isUntouched(clip) ? clip : null;
}

/** The one clip with a picture on the visible tracks; null when there are more or none. */
function onlyVideo(document: Document): Clip | null {
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const images = document.clips.filter((clip) => clip.type !== 'audio' && visible.has(clip.trackIndex));
  const [only] = images;
  return images.length === 1 && only ? only : null;
}

function audioOf(document: Document, clip: Clip, packets: PacketFacts, media: MediaTable): CopyPlan['sound'] {
  const { parts } = audioPlan(document, (src) => media[src] ?? null);
  const [part] = parts;
  if (!part) return 'none';
  return parts.length === 1 && part.clipId === clip.id && packets.soundFits && isUnchanged(part) ? 'copy' : 'mix';
}

/** Played from its start as it is. Speed, direction and loop are the clip's, which is untouched. */
function isUnchanged(part: AudioPart): boolean {
  return (
    part.pitch === 0 &&
    part.fadeInSamples === 0 &&
    part.fadeOutSamples === 0 &&
    part.volume.every(({ value }) => value === 1) &&
    part.pan.every(({ value }) => value === 0) &&
    part.chain.length === 0 &&
    part.duck === null &&
    part.loudness === null
  );
}

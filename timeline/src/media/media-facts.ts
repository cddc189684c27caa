/** What is known about a source from probing it. Sizes are display sizes: rotation and pixel aspect are applied. */
export interface MediaFacts {
  /** `lut`: a .cube file, which no clip shows; grades and the effect "lut" name it. */
  kind: 'video' | 'audio' | 'image' | 'lut';
  sha256: string;
  mimeType: string;
  sizeBytes: number;
  /** Pixels; null for sound. */
  width: number | null;
  height: number | null;
  /** Seconds; null for a still. */
  durationSec: number | null;
  fps: number | null;
  hasAudio: boolean;
  hasAlpha?: boolean;
}

/** Looks a clip's `src` up. null: this account has no such media. */
export type MediaLookup = (src: string) => MediaFacts | null;

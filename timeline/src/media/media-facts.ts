/** What is known about a source from probing it. Sizes are display sizes: rotation and pixel aspect are applied. */
export interface MediaFacts {
  kind: 'video' | 'audio' | 'image';
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

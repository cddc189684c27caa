import type { Document, MediaFacts } from '@framemill/timeline';
import type { OutputProfile } from '../catalog/index.ts';

/** Where each source lies on this machine, by the clips' `src`. */
export type MediaFiles = Record<string, { path: string; facts: MediaFacts }>;

export interface RendererInput {
  document: Document;
  profile: OutputProfile;
  media: MediaFiles;
}

/** What became of a segment: sha256 is hex, of the file's bytes. */
export interface RenderedSegment {
  frames: number;
  sizeBytes: number;
  sha256: string;
}

export interface FrameOptions {
  type: 'jpeg' | 'png';
  /** 1 is the profile's size, 0.5 half of it; 0.05-1. */
  scale: number;
}

export interface RenderedFrame {
  data: Uint8Array;
  width: number;
  height: number;
  /** The time that was really shown: the start of the document frame at `atSec`. */
  timeSec: number;
}

/** Renders one document. Not re-entrant: one call at a time. */
export interface Renderer {
  renderSegment(
    startFrame: number,
    endFrame: number,
    outPath: string,
    onFrame?: (done: number) => void,
  ): Promise<RenderedSegment>;
  renderFrame(atSec: number, options: FrameOptions): Promise<RenderedFrame>;
  close(): void;
}

export function createRenderer(_input: RendererInput): Promise<Renderer> {
  return Promise.reject(new Error('not built yet'));
}

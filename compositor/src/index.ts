export { type AudioAnalysis, analyseAudio } from './audio/analysis/analyse-audio.ts';
export { type MixInput, mixAudio } from './audio/mix-audio.ts';
export { engineFingerprint } from './fingerprint.ts';
export { probeMedia } from './ingest/probe-media.ts';
export { createFrame } from './media/frame.ts';
export { type ImageSource, openImageSource } from './media/image-source.ts';
export type { MediaFiles } from './media/media-files.ts';
export { openSegmentEncoder, type SegmentEncoder } from './media/segment-encoder.ts';
export type { SegmentInfo } from './media/segment-info.ts';
export { stitch } from './media/stitch.ts';
export type { StitchInput, StitchResult } from './media/stitch-input.ts';
export { verifySegment } from './media/verify-segment.ts';
export { openVideoSource, type VideoSource } from './media/video-source.ts';
export {
  createRenderer,
  type FrameOptions,
  type RenderedFrame,
  type Renderer,
  type RendererInput,
} from './render/renderer.ts';

export { stitch } from './assembly/stitch.ts';
export { type AudioAnalysis, analyseAudio } from './audio/analysis/analyse-audio.ts';
export { type MixInput, mixAudio } from './audio/mix-audio.ts';
export { engineFingerprint } from './engine/fingerprint.ts';
export { probeMedia } from './ingest/probe-media.ts';
export { type ImageSource, openImageSource } from './media/decode/still/image-source.ts';
export { openVideoSource, type VideoSource } from './media/decode/video-source.ts';
export { openSegmentEncoder, type SegmentEncoder } from './media/encode/segment-encoder.ts';
export { createFrame } from './media/frame.ts';
export type { MediaFiles } from './media/media-files.ts';
export type { SegmentInfo } from './media/segment-info.ts';
export { verifySegment } from './media/stitch/verify-segment.ts';
export type { StitchInput, StitchResult } from './media/stitch-input.ts';
export {
  createRenderer,
  type FrameOptions,
  type RenderedFrame,
  type Renderer,
  type RendererInput,
} from './render/renderer.ts';

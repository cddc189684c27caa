// The renderer for browsers. Nothing here may load native code or modules of Node.
export type { AudioPorts } from '../audio/audio-ports.ts';
export { type DocumentMix, openDocumentMix } from './document-mix.ts';
export {
  type BrowserEngine,
  createBrowserEngine,
  type FrameRenderer,
  type FrameRendererInput,
} from './frame-renderer.ts';
export { type PlanarFrame, planarFrames } from './planar-frames.ts';
export type { DecodedFrame, DrawOptions, EnginePorts, VideoPort } from './ports.ts';

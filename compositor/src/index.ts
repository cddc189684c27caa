export { engineFingerprint } from './fingerprint.ts';
export {
  createRenderer,
  type FrameOptions,
  type MediaFiles,
  type RenderedFrame,
  type RenderedSegment,
  type Renderer,
  type RendererInput,
} from './render/renderer.ts';

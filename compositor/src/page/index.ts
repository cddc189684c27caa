// A project as a web page, and the files that such pages and the documentation load. Loads no native code.
export { smallImagePath } from '../gallery/small-image.ts';
export {
  animationsScript,
  bundledOnce,
  bundleForBrowser,
  type EngineFolder,
  engineFolder,
  engineScript,
  exportScript,
  faviconPath,
  graphicsScript,
  packedFontsScript,
  playerElementScript,
  playerScript,
  previewScript,
  readCanvasKit,
  stageScript,
} from './bundle.ts';
export { type CompositionPage, compositionPage } from './composition-page.ts';
export { escapeText } from './markup-values.ts';
export type { FromStage, StageBox, StageMedia, ToStage } from './stage-messages.ts';

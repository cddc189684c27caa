// Data and pure functions about what the compositor can do. Nothing here may load native code: the API imports it.
export { audioKey } from './audio-key.ts';
export { clipThatNeedsBrowser } from './browser-need.ts';
export { canonicalJson } from './canonical-json.ts';
export { catalogue } from './catalogue.ts';
export { MOST_SHEET_PICTURES, sheetLayout, sheetScale } from './contact-sheet.ts';
export { CUBE_HEAD_BYTES, CUBE_MAX_BYTES, looksLikeCube } from './cube-file.ts';
export { FONT_MAX_BYTES, fontFormat } from './font-file.ts';
export { type BundledFont, bundledFonts, fontSet } from './fonts.ts';
export { type Format, formats, type Quality, qualities } from './formats.ts';
export { sourcesHeard, sourcesShown } from './needed-sources.ts';
export { pageHash, pagesShown } from './page-hash.ts';
export { type CopyPlan, mayBeCopied, planCopy } from './plan-copy.ts';
export { type PreviewCopies, type PreviewSource, previewCopies } from './preview-copies.ts';
export {
  documentFrame,
  type OutputOptions,
  type OutputProfile,
  outputFrameAt,
  outputFrames,
  outputProfile,
} from './profile.ts';
export { requireReach } from './require-reach.ts';
export { planSegments, type SegmentPlan } from './segments.ts';
export { type ShapeKind, shapeKinds } from './shape-kinds.ts';
export { type MediaTable, pictureSubDocument } from './sub-document.ts';
export { SUBTITLE_MAX_BYTES, subtitleFormat, subtitleText } from './subtitle-file.ts';
export { requireVideosAtOnce } from './videos-at-once.ts';

// Data and pure functions about the capabilities of the compositor. Nothing here may load native code: the API imports
// it.
export { audioKey } from './catalog/audio-key.ts';
export { clipThatNeedsBrowser } from './catalog/browser-need.ts';
export { canonicalJson } from './catalog/canonical-json.ts';
export { lanesFor } from './catalog/card-lanes.ts';
export { USUAL_GPU_MEMORY_MB } from './catalog/card-memory.ts';
export { MOST_SHEET_IMAGES, sheetLayout, sheetScale } from './catalog/contact-sheet.ts';
export { SNIFF_BYTES, sniffContainer } from './catalog/containers.ts';
export { CUBE_MAX_BYTES, looksLikeCube } from './catalog/cube-file.ts';
export { effectMilliseconds } from './catalog/effect-cost.ts';
export { filmForAspect, requireAspect } from './catalog/film-for-aspect.ts';
export { FONT_MAX_BYTES, fontFormat } from './catalog/font-file.ts';
export { type BundledFont, bundledFonts, fontSet } from './catalog/fonts.ts';
export {
  type Format,
  type FormatFacts,
  formatFacts,
  formats,
  keepsAlpha,
  type Quality,
  qualities,
  takesAspect,
} from './catalog/formats.ts';
export { audibleSources, sourcesShown } from './catalog/needed-sources.ts';
export { pageHash, pagesShown } from './catalog/page-hash.ts';
export { type CopyPlan, mayBeCopied, planCopy } from './catalog/plan-copy.ts';
export { type PreviewCopies, type PreviewSource, previewCopies } from './catalog/preview-copies.ts';
export {
  documentFrame,
  type OutputOptions,
  type OutputProfile,
  outputFrameAt,
  outputFrames,
  outputProfile,
} from './catalog/profile.ts';
export { requireSeekable } from './catalog/require-seekable.ts';
export { segmentCosts } from './catalog/segment-costs.ts';
export {
  copiedFramesOf,
  planSegments,
  posterFrame,
  type SegmentMaking,
  type SegmentPlan,
} from './catalog/segments.ts';
export { imageSubDocument as pictureSubDocument, type MediaTable } from './catalog/sub-document.ts';
export { SUBTITLE_MAX_BYTES, subtitleFormat, subtitleText } from './catalog/subtitle-file.ts';
export { looksLikeTable, TABLE_MAX_BYTES } from './catalog/table-file.ts';
export { filmTexts } from './catalog/text-tracks.ts';
export { MAX_UPLOAD_MB } from './catalog/upload-size.ts';
export { requireVideosAtOnce } from './catalog/videos-at-once.ts';
export { catalogue } from './catalogue.ts';
export { descriptions } from './descriptions.ts';
export { type ImageChoice, ImageChoiceSchema as PictureChoiceSchema, TextsSchema } from './output-profile.ts';
export {
  brokenLimits,
  type QualityLimits,
  QualityLimitsSchema,
  strictLimits,
} from './quality-limits.ts';
export {
  type Finding,
  type FindingKind,
  findingKinds,
  type QualityReport,
  QualityReportSchema,
} from './quality-report.ts';

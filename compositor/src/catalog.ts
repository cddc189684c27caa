import { effects } from './effects/index.ts';
import { transitions } from './transitions/index.ts';

export { canonicalJson } from './catalog/canonical-json.ts';
export { lanesFor, USUAL_GPU_MEMORY_MB } from './catalog/card-lanes.ts';
export { MOST_SHEET_IMAGES, sheetLayout, sheetScale } from './catalog/contact-sheet.ts';
export { SNIFF_BYTES, sniffContainer } from './catalog/containers.ts';
export { requireSeekable, requireVideosAtOnce } from './catalog/decode-limits.ts';
export {
  CUBE_MAX_BYTES,
  FONT_MAX_BYTES,
  fontFormat,
  looksLikeCube,
  looksLikeTable,
  SUBTITLE_MAX_BYTES,
  subtitleFormat,
  subtitleText,
  TABLE_MAX_BYTES,
} from './catalog/file-formats.ts';
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
export { clipThatNeedsBrowser, pageHash, pagesShown } from './catalog/html-clips.ts';
export { audibleSources, sourcesShown } from './catalog/needed-sources.ts';
export { type CopyPlan, mayBeCopied, planCopy } from './catalog/plan-copy.ts';
export { type PreviewCopies, type PreviewSource, previewCopies } from './catalog/preview-copies.ts';
export {
  documentFrame,
  filmForAspect,
  filmTexts,
  type OutputOptions,
  type OutputProfile,
  outputFrameAt,
  outputFrames,
  outputProfile,
  requireAspect,
} from './catalog/profile.ts';
export { effectMilliseconds, segmentCosts } from './catalog/segment-costs.ts';
// Data and pure functions about the capabilities of the compositor. Nothing here may load native code: the API imports
// it.
export {
  audioKey,
  copiedFramesOf,
  planSegments,
  posterFrame,
  type SegmentMaking,
  type SegmentPlan,
} from './catalog/segments.ts';
export type { MediaTable } from './catalog/sub-document.ts';
export { MAX_UPLOAD_MB } from './catalog/upload-size.ts';
export { catalogue } from './catalogue.ts';
export { type ImageChoice, ImageChoiceSchema as PictureChoiceSchema, TextsSchema } from './output-profile.ts';
export {
  brokenLimits,
  type Finding,
  type FindingKind,
  findingKinds,
  type QualityLimits,
  QualityLimitsSchema,
  type QualityReport,
  QualityReportSchema,
  strictLimits,
} from './report/report-schema.ts';

/** Descriptions of effects and transitions, one sentence each, by name. */
export const descriptions: {
  effects: Readonly<Record<string, string>>;
  transitions: Readonly<Record<string, string>>;
} = {
  effects: Object.fromEntries(effects.map(({ type, description }) => [type, description])),
  transitions: {
    dissolve: 'The incoming picture comes through the outgoing one.',
    ...Object.fromEntries(transitions.map(({ type, description }) => [type, description])),
  },
};

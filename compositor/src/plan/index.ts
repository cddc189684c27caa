// Planning of renders as data and pure functions. Nothing here may load native code: the API and the scheduler import
// it.
export { fontSet } from '../fonts/bundled-fonts.ts';
export { canonicalJson } from './canonical-json.ts';
export { MOST_SHEET_IMAGES, sheetLayout, sheetScale } from './contact-sheet.ts';
export { requireSeekable, requireVideosAtOnce } from './decode-limits.ts';
export { pageHash, pagesShown } from './html-pages.ts';
export { audibleSources, clipThatNeedsBrowser, showsPages, sourcesShown } from './needed-sources.ts';
export { type CopyPlan, mayBeCopied, planCopy } from './plan-copy.ts';
export { mayCopyGroups } from './plan-groups.ts';
export { previewCopies } from './preview-copies.ts';
export { filmForAspect, filmTexts, outputFrames, outputProfile, requireAspect } from './profile.ts';
export {
  type ImageChoice,
  ImageChoiceSchema,
  type OutputProfile,
  OutputProfileSchema,
  TextsSchema,
} from './profile-schema.ts';
export {
  type QualityLimits,
  QualityLimitsSchema,
  type QualityReport,
  QualityReportSchema,
  strictLimits,
} from './report-schema.ts';
export { effectMilliseconds, lanesFor, segmentCores, segmentCosts, USUAL_GPU_MEMORY_MB } from './segment-costs.ts';
export { audioKey, copiedFramesOf, planSegments, type SegmentPlan } from './segments.ts';
export type { MediaTable } from './sub-document.ts';

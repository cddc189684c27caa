export { canvasOfAspect, documentForAspect } from './aspect/document-for-aspect.ts';
export type {
  AudioPart,
  AudioPlan,
  EnvelopePoint,
  PartDuck,
  PartLoudness,
  TimeMapPoint,
} from './audio/audio-part.ts';
export { audioPlan } from './audio/audio-plan.ts';
export { AUDIO_EFFECTS, type AudioEffectDefinition } from './audio-effects/index.ts';
export { type ChangeSet, changeParts, type FieldChanges, type ListChanges, sharedParts } from './changes/change-set.ts';
export { changesBetween } from './changes/changes-between.ts';
export { undo, undoLater } from './changes/undo.ts';
export {
  BATCH_ID,
  type BatchOutcome,
  batchIds,
  type Catalogue,
  type Command,
  type CommandResult,
  type IdKind,
  type ReduceContext,
} from './command/command.ts';
export { type CommandPhrase, commandPhrases } from './commands/command-phrases.ts';
export {
  type CommandEntry,
  type CommandReference,
  commandReference,
  type FieldEntry,
  type PartEntry,
} from './commands/command-reference.ts';
export { commandSchema } from './commands/command-schema.ts';
export { opsNeeding, PLAN_GATED_OPS, TIMELINE_OPS } from './commands/index.ts';
export { flattenedDocument } from './compositions/flattened-document.ts';
export type { AudioEffect, Duck, Loudness } from './document/audio.ts';
export {
  type Clip,
  ClipSchema,
  DOCUMENT_CLIP_TYPES,
  type Html,
  HtmlSchema,
  type Transition,
  TransitionSchema,
} from './document/clip.ts';
export { CLIP_DEFAULTS } from './document/clip-fields.ts';
export { clipSources } from './document/clip-sources.ts';
export { color, type Gradient, GradientSchema } from './document/color.ts';
export { createDocument } from './document/create-document.ts';
export {
  type Composition,
  CompositionSettingsSchema,
  type Document,
  DocumentSchema,
  type Marker,
  MarkerSchema,
  type Settings,
  SettingsSchema,
} from './document/document.ts';
export { documentJsonSchema } from './document/document-json-schema.ts';
export { type Effect, EffectSchema } from './document/effect.ts';
export { type Grade, GradeSchema } from './document/grade.ts';
export { jsonSize } from './document/json.ts';
export { KEYFRAMABLE } from './document/keyframable.ts';
export { type Keyframe, KeyframeSchema } from './document/keyframe.ts';
export { CANVAS_SIZES, LIMITS } from './document/limits.ts';
export { parseColor, type Rgba } from './document/parse-color.ts';
export { parseDocument } from './document/parse-document.ts';
export { type Mask, MaskSchema, type Shape, ShapeSchema } from './document/shape.ts';
export {
  type ClipSourceUse,
  isFontSource,
  type SourcePosition,
  sourcePositions,
  sourcesAt,
} from './document/sources.ts';
export { findUnstorable, isStorable, unstorable } from './document/storable-text.ts';
export { type TextStyle, TextStyleSchema } from './document/text-style.ts';
export { type TrackDef, TrackDefSchema } from './document/track.ts';
export { ease } from './easing/ease.ts';
export { type ContentRange, editedText, formattedText, type TextFormat, textFormat } from './edit/edited-text.ts';
export { substituteFamily } from './edit/fixes.ts';
export { ERROR_CODES, type ErrorCode, FramemillError } from './errors/framemill-error.ts';
export { nearestName } from './errors/nearest-name.ts';
export { schemaFault } from './errors/schema-fault.ts';
export { createEvaluator, evaluate } from './evaluate/evaluator.ts';
export { allClips, compositionDocument } from './evaluate/nested-document.ts';
export type { ClipLayer, Scene, SceneLayer, TransitionLayer } from './evaluate/scene.ts';
export { shownTracks, transitionWindow } from './evaluate/transition-window.ts';
export type { ImportContext, ImportedRender } from './import/import-context.ts';
export { type ImportedFile, importProject, type MissingMedia } from './import/import-project.ts';
export type { ImportRow } from './import/source-tree.ts';
export { EXPORT_FORMATS, type ExportFormat, exportTimeline } from './interchange/export-timeline.ts';
export { lint } from './lint/lint.ts';
export type { LintContext, LintEntry } from './lint/lint-entry.ts';
export { unseenInHtmlPreview } from './lint/rules/html-preview.ts';
export { suggestedPreviewTimes } from './lint/suggested-preview-times.ts';
export { estimateText } from './lint/text-box.ts';
export type {
  AnalysisLookup,
  EncoderSetup,
  LevelStretch,
  MediaAnalysis,
  MediaFacts,
  MediaLookup,
  PacketFacts,
  SeekFacts,
  Stretch,
} from './media/media-facts.ts';
export { followMedia, followsMedia } from './media-length/follow-media.ts';
export { applyCommands, reduce } from './reduce.ts';
export {
  createScriptEngine,
  type ScriptEngine,
  type ScriptEngineOptions,
  type ScriptHost,
  type ScriptLimits,
  type ScriptOutcome,
  scriptWasmUrl,
} from './script/script-engine.ts';
export { animateText, type TextAnimator, type TextMoment, textMoment } from './text/animate-text.ts';
export { TEXT_ANIMATION_DEFINITIONS } from './text/animations/index.ts';
export type { ClusterStyle, GlyphCluster, UnitMove } from './text/glyph-clusters.ts';
export type { SpanStyle } from './text/span-style.ts';
export { createTextEngine } from './text/text-engine.ts';
export type { FontFile, TextEngine, TextGlyph, TextLayout, TextLine, TextSize } from './text/text-layout.ts';
export { type TextCell, type TextRow, textRows } from './text/text-rows.ts';
export { textWasmUrl } from './text/text-wasm-url.ts';
export { type ClipSpan, clipSpan, durationSec, frameOf, type Rate, rateOf, secondsOf, totalFrames } from './time.ts';
export { itemsOfCsv } from './variables/csv-items.ts';
export { fillVariables, requireNames, type VariableValues } from './variables/fill-variables.ts';
export { listVariables, type Variable, type VariableType } from './variables/list-variables.ts';
export { parseCsv } from './variables/parse-csv.ts';
export { defaultSource, type Placeholder, placeholdersOf } from './variables/placeholder.ts';
export { valueFault } from './variables/value-fault.ts';
export {
  ASPECT_RATIOS,
  type AspectRatio,
  BLEND_MODES,
  type BlendMode,
  EFFECT_TYPES,
  type EffectType,
  type KeyframableProp,
  VOCABULARY,
} from './vocabulary/index.ts';

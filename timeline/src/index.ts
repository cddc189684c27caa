export { canvasOfAspect } from './aspect/canvas-of-aspect.ts';
export { documentForAspect } from './aspect/document-for-aspect.ts';
export type {
  AudioPart,
  AudioPlan,
  EnvelopePoint,
  PartDuck,
  PartLoudness,
  TimeMapPoint,
} from './audio/audio-part.ts';
export { audioPlan } from './audio/audio-plan.ts';
export type { AudioEffectDefinition } from './audio-effects/audio-effect-definition.ts';
export { AUDIO_EFFECTS } from './audio-effects/index.ts';
export type { Catalogue } from './catalogue/catalogue.ts';
export { changeParts, sharedParts } from './changes/change-parts.ts';
export type { ChangeSet, FieldChanges, ListChanges } from './changes/change-set.ts';
export { changesBetween } from './changes/changes-between.ts';
export { undo } from './changes/undo.ts';
export { undoLater } from './changes/undo-later.ts';
export { BATCH_ID, batchIds } from './command/batch-ids.ts';
export type { BatchOutcome, Command, CommandResult, IdKind, ReduceContext } from './command/command.ts';
export { type CommandPhrase, commandPhrases } from './commands/command-phrases.ts';
export {
  type CommandEntry,
  type CommandReference,
  commandReference,
  type FieldEntry,
  type PartEntry,
} from './commands/command-reference.ts';
export { commandSchema } from './commands/command-schema.ts';
export { opsNeeding } from './commands/ops-needing.ts';
export { PLAN_GATED_OPS } from './commands/plan-gated-ops.ts';
export type { AudioEffect, Duck, Loudness } from './document/audio.ts';
export { CANVAS_SIZES } from './document/canvas-size.ts';
export { type Clip, ClipSchema, DOCUMENT_CLIP_TYPES } from './document/clip.ts';
export { CLIP_DEFAULTS } from './document/clip-defaults.ts';
export { clipSources } from './document/clip-sources.ts';
export { color } from './document/color.ts';
export { createDocument } from './document/create-document.ts';
export { type Document, DocumentSchema } from './document/document.ts';
export { documentJsonSchema } from './document/document-json-schema.ts';
export { type Effect, EffectSchema } from './document/effect.ts';
export { type Grade, GradeSchema } from './document/grade.ts';
export { type Gradient, GradientSchema } from './document/gradient.ts';
export { type Html, HtmlSchema } from './document/html.ts';
export { jsonSize } from './document/json-size.ts';
export { KEYFRAMABLE } from './document/keyframable.ts';
export { type Keyframe, KeyframeSchema } from './document/keyframe.ts';
export { LIMITS } from './document/limits.ts';
export { type Marker, MarkerSchema } from './document/marker.ts';
export { type Mask, MaskSchema } from './document/mask.ts';
export { parseColor, type Rgba } from './document/parse-color.ts';
export { parseDocument } from './document/parse-document.ts';
export { type Settings, SettingsSchema } from './document/settings.ts';
export { type Shape, ShapeSchema } from './document/shape.ts';
export { type ClipSourceUse, type SourcePosition, sourcesAt } from './document/source-position.ts';
export { sourcePositions } from './document/source-positions.ts';
export { findUnstorable, isStorable, unstorable } from './document/storable-text.ts';
export { type TextStyle, TextStyleSchema } from './document/text-style.ts';
export { type TrackDef, TrackDefSchema } from './document/track.ts';
export { type Transition, TransitionSchema } from './document/transition.ts';
export { ease } from './easing/ease.ts';
export { ERROR_CODES, type ErrorCode } from './errors/error-code.ts';
export { FramemillError } from './errors/framemill-error.ts';
export { nearestName } from './errors/nearest-name.ts';
export { schemaFault } from './errors/schema-fault.ts';
export { createEvaluator, evaluate } from './evaluate/evaluator.ts';
export type { ClipLayer, Scene, SceneLayer, TransitionLayer } from './evaluate/scene.ts';
export { shownTracks } from './evaluate/shown-tracks.ts';
export { transitionWindow } from './evaluate/transition-window.ts';
export { EXPORT_FORMATS, type ExportFormat, exportTimeline } from './interchange/export-timeline.ts';
export { lint } from './lint/lint.ts';
export type { LintContext, LintEntry } from './lint/lint-entry.ts';
export { unseenInHtmlPreview } from './lint/rules/html-preview.ts';
export { suggestedPreviewTimes } from './lint/suggested-preview-times.ts';
export { estimateText } from './lint/text-box.ts';
export type { AnalysisLookup, LevelStretch, MediaAnalysis, Stretch } from './media/media-analysis.ts';
export type { EncoderSetup, MediaFacts, MediaLookup, PacketFacts, SeekFacts } from './media/media-facts.ts';
export { followMedia, followsMedia } from './media-length/follow-media.ts';
export { applyCommands, reduce } from './reduce/reduce.ts';
export type {
  ScriptEngine,
  ScriptEngineOptions,
  ScriptHost,
  ScriptLimits,
  ScriptOutcome,
} from './script/script-engine.ts';
export { createScriptEngine, scriptWasmUrl } from './script/script-engine.ts';
export { animateText, type TextAnimator, type TextMoment, textMoment } from './text/animate-text.ts';
export { TEXT_ANIMATION_DEFINITIONS } from './text/animations/index.ts';
export type { ClusterStyle, UnitMove } from './text/cluster-style.ts';
export type { GlyphCluster } from './text/glyph-clusters.ts';
export type { SpanStyle } from './text/span-style.ts';
export { createTextEngine } from './text/text-engine.ts';
export type { FontFile, TextEngine, TextGlyph, TextLayout, TextLine, TextSize } from './text/text-layout.ts';
export { textWasmUrl } from './text/text-wasm-url.ts';
export { type ClipSpan, clipSpan, durationSec, totalFrames } from './time/clip-span.ts';
export { frameOf, type Rate, rateOf, secondsOf } from './time/rate.ts';
export { itemsOfCsv } from './variables/csv-items.ts';
export { defaultSource } from './variables/default-source.ts';
export { fillVariables, requireNames, type VariableValues } from './variables/fill-variables.ts';
export { listVariables, type Variable, type VariableType } from './variables/list-variables.ts';
export { parseCsv } from './variables/parse-csv.ts';
export { type Placeholder, placeholdersOf } from './variables/placeholder.ts';
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

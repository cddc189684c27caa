// Everything that a renderer needs from the timeline: evaluation, time, text and audio. Nothing here loads commands or
// schemas, so that a render process starts in a fraction of the time and memory.
export { canvasOfAspect, documentForAspect } from './aspect/document-for-aspect.ts';
export type { AudioPart, AudioPlan, EnvelopePoint, PartDuck, PartLoudness, TimeMapPoint } from './audio/audio-part.ts';
export { audioPlan } from './audio/audio-plan.ts';
export type { Command } from './command/command.ts';
export type { AudioEffect } from './document/audio.ts';
export type { Clip, Transition } from './document/clip.ts';
export { AUDIBLE_FIELDS, CLIP_DEFAULTS } from './document/clip-fields.ts';
export { CLIP_SOURCE_POSITIONS, clipSources } from './document/clip-sources.ts';
export type { Gradient } from './document/color.ts';
export type { Document, Settings } from './document/document.ts';
export type { Effect } from './document/effect.ts';
export type { Grade } from './document/grade.ts';
export { isRecord } from './document/json.ts';
export { parseColor } from './document/parse-color.ts';
export type { Mask, Shape } from './document/shape.ts';
export { sourcesAt } from './document/sources.ts';
export type { TextStyle } from './document/text-style.ts';
export { type ErrorCode, FramemillError } from './errors/framemill-error.ts';
export { schemaFault } from './errors/schema-fault.ts';
export { createEvaluator } from './evaluate/evaluator.ts';
export {
  allClips,
  idInComposition,
  type NestedClip,
  nestedClips,
  nestedDocument,
  nestedFramesShown,
  nestedUse,
} from './evaluate/nested-document.ts';
export { type ClipLayer, clipLayers, type Scene, type SceneLayer, type TransitionLayer } from './evaluate/scene.ts';
export { loopPeriodSec, loopPhase, sourceTime } from './evaluate/source-time.ts';
export { missingGlyphsMessage } from './lint/rules/text.ts';
export { type TextFinding, textFindings } from './lint/text-findings.ts';
export type {
  AnimationFacts,
  EncoderSetup,
  FontFacts,
  GroupFacts,
  MediaFacts,
  MediaLookup,
  PacketFacts,
  SeekFacts,
} from './media/media-facts.ts';
export { parseSrt, parseVtt } from './subtitles/parse-subtitles.ts';
export { captionCues, chapterCues, type TextCue, writeChapters, writeSubtitles } from './subtitles/write-subtitles.ts';
export { animateText, type TextAnimator, type TextMoment, textMoment } from './text/animate-text.ts';
export { inspectFont } from './text/inspect-font.ts';
export { createTextEngine } from './text/text-engine.ts';
export type { FontFile, TextEngine, TextGlyph, TextLayout } from './text/text-layout.ts';
export {
  type ClipSpan,
  clipSpan,
  durationSec,
  frameOf,
  type Rate,
  rateOf,
  secondsOf,
  shownFrame,
  totalFrames,
} from './time.ts';
export { parseCsv } from './variables/parse-csv.ts';
export {
  ASPECT_RATIOS,
  type AspectRatio,
  BLEND_MODES,
  type BlendMode,
  type EffectType,
  type KeyframableProp,
  SHAPE_KINDS,
} from './vocabulary/index.ts';

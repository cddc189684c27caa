import type { CommandDefinition, CommandNeed } from '../command/define-command.ts';
import { detachAudio, setAudioEffects, setAudioFades, setVolume } from './audio.ts';
import { autoDuck } from './auto-duck.ts';
import { addCaptions } from './captions.ts';
import { copyStyle, resetClip } from './clip-styles.ts';
import { duplicateClip, groupClips, removeClips, ungroupClips } from './clips.ts';
import { createComposition, dissolveComposition, updateComposition } from './compositions.ts';
import { cutRanges, trimSilence } from './cut-ranges.ts';
import { addHtmlClip, addShapeClip, addTextClip } from './drawn-clips.ts';
import { addEffect, removeEffect, setChromaKey, updateEffect } from './effects.ts';
import { closeGaps, insertGap } from './gaps.ts';
import { applyFilter, setColorGrade } from './grades.ts';
import { importSubtitles, importTimeline } from './imports.ts';
import { addKeyframe, clearKeyframes, removeKeyframe, setKeyframes } from './keyframes.ts';
import { addAdjustmentLayer, addBackground } from './layers.ts';
import { applyLayout, fitClip } from './layouts.ts';
import { addLowerThird } from './lower-thirds.ts';
import { addMarkers, removeMarkers, updateMarker } from './markers.ts';
import { addClip, addSticker, replaceMedia } from './media-clips.ts';
import { applyMotionPreset } from './motion-presets.ts';
import { moveClip, reorderClips } from './move-clips.ts';
import { normalizeAudio } from './normalize-audio.ts';
import { freezeFrame, loopClip, reverseClip } from './playback.ts';
import { clearTimeline, setProjectSettings } from './project.ts';
import { replaceText } from './replace-text.ts';
import { runScript } from './run-script.ts';
import { setSpeed, setSpeedRamp } from './speed.ts';
import { sliceClip, splitClip } from './split-clips.ts';
import { setTextAnimation, setTextStyle, styleCaptions } from './text-styles.ts';
import { addTrack, duplicateTrack, moveTrack, removeTrack, updateTrack } from './tracks.ts';
import { setBlendMode, setCrop, setMask, setTransform } from './transform.ts';
import { removeTransition, setTransition } from './transitions.ts';
import { trimClip } from './trim-clip.ts';
import { rollEdit, slideClip, slipClip } from './trim-edits.ts';
import { updateClip } from './update-clip.ts';

/** All commands, in the order of the reference page. Each file defines the commands of one subject. */
export const COMMANDS: readonly CommandDefinition[] = [
  setProjectSettings,
  addTrack,
  updateTrack,
  removeTrack,
  moveTrack,
  duplicateTrack,
  addMarkers,
  updateMarker,
  removeMarkers,
  clearTimeline,
  addClip,
  addTextClip,
  addShapeClip,
  addSticker,
  addHtmlClip,
  addAdjustmentLayer,
  addCaptions,
  addLowerThird,
  addBackground,
  updateClip,
  moveClip,
  trimClip,
  splitClip,
  sliceClip,
  cutRanges,
  removeClips,
  duplicateClip,
  replaceMedia,
  slipClip,
  slideClip,
  rollEdit,
  insertGap,
  closeGaps,
  reorderClips,
  groupClips,
  ungroupClips,
  createComposition,
  dissolveComposition,
  updateComposition,
  detachAudio,
  setSpeed,
  setSpeedRamp,
  reverseClip,
  freezeFrame,
  loopClip,
  setTransform,
  setCrop,
  fitClip,
  setMask,
  setBlendMode,
  applyLayout,
  addKeyframe,
  setKeyframes,
  removeKeyframe,
  clearKeyframes,
  applyMotionPreset,
  setTransition,
  removeTransition,
  setTextAnimation,
  addEffect,
  updateEffect,
  removeEffect,
  applyFilter,
  setColorGrade,
  setChromaKey,
  copyStyle,
  resetClip,
  setTextStyle,
  replaceText,
  styleCaptions,
  setVolume,
  setAudioFades,
  setAudioEffects,
  normalizeAudio,
  autoDuck,
  trimSilence,
  runScript,
  importSubtitles,
  importTimeline,
];

/** Returns the names (`op`) of the commands whose definitions list `need`. */
export function opsNeeding(need: CommandNeed): ReadonlySet<string> {
  return new Set(COMMANDS.filter(({ needs }) => needs.includes(need)).map(({ op }) => op));
}

/** Names (`op`) of the commands that only some plans include, according to `planGate` in their definitions. */
export const PLAN_GATED_OPS: ReadonlySet<string> = new Set(
  COMMANDS.filter(({ planGate }) => planGate).map(({ op }) => op),
);

/** Names (`op`) of the commands that take a `compositionId`, and then work on the timeline of that composition. */
export const TIMELINE_OPS: ReadonlySet<string> = new Set(
  COMMANDS.filter(({ params }) => 'compositionId' in params.properties).map(({ op }) => op),
);

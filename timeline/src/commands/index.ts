import type { CommandDefinition } from '../command/define-command.ts';
import { addAdjustmentLayer } from './add-adjustment-layer.ts';
import { addBackground } from './add-background.ts';
import { addCaptions } from './add-captions.ts';
import { addClip } from './add-clip.ts';
import { addEffect } from './add-effect.ts';
import { addHtmlClip } from './add-html-clip.ts';
import { addKeyframe } from './add-keyframe.ts';
import { addLowerThird } from './add-lower-third.ts';
import { addMarkers } from './add-markers.ts';
import { addShapeClip } from './add-shape-clip.ts';
import { addSticker } from './add-sticker.ts';
import { addTextClip } from './add-text-clip.ts';
import { addTrack } from './add-track.ts';
import { applyFilter } from './apply-filter.ts';
import { applyLayout } from './apply-layout.ts';
import { applyMotionPreset } from './apply-motion-preset.ts';
import { autoDuck } from './auto-duck.ts';
import { clearKeyframes } from './clear-keyframes.ts';
import { clearTimeline } from './clear-timeline.ts';
import { closeGaps } from './close-gaps.ts';
import { copyStyle } from './copy-style.ts';
import { cutRanges } from './cut-ranges.ts';
import { detachAudio } from './detach-audio.ts';
import { duplicateClip } from './duplicate-clip.ts';
import { duplicateTrack } from './duplicate-track.ts';
import { fitClip } from './fit-clip.ts';
import { freezeFrame } from './freeze-frame.ts';
import { groupClips } from './group-clips.ts';
import { importSubtitles } from './import-subtitles.ts';
import { importTimeline } from './import-timeline.ts';
import { insertGap } from './insert-gap.ts';
import { loopClip } from './loop-clip.ts';
import { moveClip } from './move-clip.ts';
import { moveTrack } from './move-track.ts';
import { normalizeAudio } from './normalize-audio.ts';
import { removeClips } from './remove-clips.ts';
import { removeEffect } from './remove-effect.ts';
import { removeKeyframe } from './remove-keyframe.ts';
import { removeMarkers } from './remove-markers.ts';
import { removeTrack } from './remove-track.ts';
import { removeTransition } from './remove-transition.ts';
import { reorderClips } from './reorder-clips.ts';
import { replaceMedia } from './replace-media.ts';
import { replaceText } from './replace-text.ts';
import { resetClip } from './reset-clip.ts';
import { reverseClip } from './reverse-clip.ts';
import { rollEdit } from './roll-edit.ts';
import { runScript } from './run-script.ts';
import { setAudioEffects } from './set-audio-effects.ts';
import { setAudioFades } from './set-audio-fades.ts';
import { setBlendMode } from './set-blend-mode.ts';
import { setChromaKey } from './set-chroma-key.ts';
import { setColorGrade } from './set-color-grade.ts';
import { setCrop } from './set-crop.ts';
import { setKeyframes } from './set-keyframes.ts';
import { setMask } from './set-mask.ts';
import { setProjectSettings } from './set-project-settings.ts';
import { setSpeed } from './set-speed.ts';
import { setSpeedRamp } from './set-speed-ramp.ts';
import { setTextAnimation } from './set-text-animation.ts';
import { setTextStyle } from './set-text-style.ts';
import { setTransform } from './set-transform.ts';
import { setTransition } from './set-transition.ts';
import { setVolume } from './set-volume.ts';
import { sliceClip } from './slice-clip.ts';
import { slideClip } from './slide-clip.ts';
import { slipClip } from './slip-clip.ts';
import { splitClip } from './split-clip.ts';
import { styleCaptions } from './style-captions.ts';
import { trimClip } from './trim-clip.ts';
import { trimSilence } from './trim-silence.ts';
import { ungroupClips } from './ungroup-clips.ts';
import { updateClip } from './update-clip.ts';
import { updateEffect } from './update-effect.ts';
import { updateMarker } from './update-marker.ts';
import { updateTrack } from './update-track.ts';

/** All commands, in the order of the reference page. Each command has one file, and one line here. */
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

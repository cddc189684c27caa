import { addAdjustmentLayer } from './add-adjustment-layer.ts';
import { addBackground } from './add-background.ts';
import { addCaptions } from './add-captions.ts';
import { addClip } from './add-clip.ts';
import { addEffect } from './add-effect.ts';
import { addHtmlClip } from './add-html-clip.ts';
import { addKeyframe } from './add-keyframe.ts';
import { addLowerThird } from './add-lower-third.ts';
import { addShapeClip } from './add-shape-clip.ts';
import { addSticker } from './add-sticker.ts';
import { addTextClip } from './add-text-clip.ts';
import { addTrack } from './add-track.ts';
import { applyFilter } from './apply-filter.ts';
import { applyMotionPreset } from './apply-motion-preset.ts';
import { autoDuck } from './auto-duck.ts';
import { clearKeyframes } from './clear-keyframes.ts';
import { copyStyle } from './copy-style.ts';
import type { CommandDefinition } from './define-command.ts';
import { importSubtitles } from './import-subtitles.ts';
import { importTimeline } from './import-timeline.ts';
import { moveClip } from './move-clip.ts';
import { normalizeAudio } from './normalize-audio.ts';
import { removeClips } from './remove-clips.ts';
import { removeEffect } from './remove-effect.ts';
import { removeKeyframe } from './remove-keyframe.ts';
import { removeTransition } from './remove-transition.ts';
import { replaceText } from './replace-text.ts';
import { resetClip } from './reset-clip.ts';
import { runScript } from './run-script.ts';
import { setAudioEffects } from './set-audio-effects.ts';
import { setAudioFades } from './set-audio-fades.ts';
import { setChromaKey } from './set-chroma-key.ts';
import { setColorGrade } from './set-color-grade.ts';
import { setKeyframes } from './set-keyframes.ts';
import { setProjectSettings } from './set-project-settings.ts';
import { setTextAnimation } from './set-text-animation.ts';
import { setTextStyle } from './set-text-style.ts';
import { setTransform } from './set-transform.ts';
import { setTransition } from './set-transition.ts';
import { setVolume } from './set-volume.ts';
import { splitClip } from './split-clip.ts';
import { styleCaptions } from './style-captions.ts';
import { trimClip } from './trim-clip.ts';
import { trimSilence } from './trim-silence.ts';
import { updateClip } from './update-clip.ts';
import { updateEffect } from './update-effect.ts';

/** Every command, in the order of the reference page. One file and one line a command. */
export const COMMANDS: readonly CommandDefinition[] = [
  setProjectSettings,
  addTrack,
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
  removeClips,
  setTransform,
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

import { addClip } from './add-clip.ts';
import { addKeyframe } from './add-keyframe.ts';
import { addShapeClip } from './add-shape-clip.ts';
import { addTextClip } from './add-text-clip.ts';
import { addTrack } from './add-track.ts';
import type { CommandDefinition } from './define-command.ts';
import { importSubtitles } from './import-subtitles.ts';
import { importTimeline } from './import-timeline.ts';
import { moveClip } from './move-clip.ts';
import { removeClips } from './remove-clips.ts';
import { runScript } from './run-script.ts';
import { setAudioFades } from './set-audio-fades.ts';
import { setProjectSettings } from './set-project-settings.ts';
import { setTransform } from './set-transform.ts';
import { setTransition } from './set-transition.ts';
import { setVolume } from './set-volume.ts';
import { splitClip } from './split-clip.ts';
import { trimClip } from './trim-clip.ts';
import { updateClip } from './update-clip.ts';

/** Every command, in the order of the reference page. One file and one line a command. */
export const COMMANDS: readonly CommandDefinition[] = [
  setProjectSettings,
  addTrack,
  addClip,
  addTextClip,
  addShapeClip,
  updateClip,
  moveClip,
  trimClip,
  splitClip,
  removeClips,
  setTransform,
  addKeyframe,
  setTransition,
  setVolume,
  setAudioFades,
  runScript,
  importSubtitles,
  importTimeline,
];

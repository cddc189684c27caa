import { isUnderFrame } from '../../command/requirements.ts';
import type { Clip } from '../../document/clip.ts';
import type { Document } from '../../document/document.ts';
import { LIMITS } from '../../document/limits.ts';
import { sourceRoom } from '../../edit/source-room.ts';
import { placeClips, shownTracks, type TransitionWindow, transitionWindow } from '../../evaluate/transition-window.ts';
import { type ClipSpan, type Rate, rateOf, secondsOf } from '../../time.ts';
import type { LintContext, LintEntry, LintRule } from '../lint-entry.ts';

/** Minimum time for which a clip must stand still to be reported, in seconds: two frames at 25 fps. */
const FROZEN_SEC = 0.08;

/** Reports a project without clips, which cannot be rendered. */
export const emptyProject: LintRule = (document) =>
  document.clips.length > 0
    ? []
    : [{ severity: 'warn', time: 0, message: 'The project has no clips. Add one before rendering.' }];

/**
 * Minimum gap after all other clips at which the start of a clip is probably a mistake, such as milliseconds given as
 * seconds. Seconds.
 */
const FAR_SEC = 300;

/** Finds clips far after the end of all others, and clips beyond the longest timeline. */
export const outsideTimeline: LintRule = function* (document) {
  let end = 0;
  for (const clip of document.clips.toSorted((a, b) => a.start - b.start)) {
    if (clip.start + clip.duration > LIMITS.seconds) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message:
          `Clip ${clip.id} ends at ${(clip.start + clip.duration).toFixed(2)} s, but a timeline lasts at most ` +
          `${LIMITS.seconds} s. Move or shorten it.`,
      };
    } else if (end > 0 && clip.start > end + FAR_SEC) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message:
          `Clip ${clip.id} starts at ${clip.start.toFixed(2)} s, ${(clip.start - end).toFixed(0)} s after ` +
          'everything else has ended. Times are in seconds. Move the clip if this is unintended.',
      };
    }
    end = Math.max(end, clip.start + clip.duration);
  }
};

/** Finds texts and HTML clips without content. */
export const nothingToSee: LintRule = function* (document) {
  for (const clip of document.clips) {
    const what = emptyKind(clip);
    if (what === null) continue;
    yield {
      severity: 'warn',
      time: clip.start,
      clipId: clip.id,
      message: `${what} ${clip.id} is empty and shows nothing. Give it content or remove it.`,
    };
  }
};

function emptyKind({ textStyle, html }: Clip): string | null {
  if (textStyle) return textStyle.content.trim() === '' ? 'Text' : null;
  // A style sheet alone may paint the page, and a script may fill it.
  return html && [html.html, html.css, html.js].every((part = '') => part.trim() === '') ? 'Html clip' : null;
}

/** Finds clips that are shorter than a frame and are therefore shown for a whole one. */
export const shortClip: LintRule = function* (document) {
  for (const { id, start, duration } of document.clips) {
    if (!isUnderFrame(document, duration)) continue;
    yield {
      severity: 'warn',
      time: start,
      clipId: id,
      message: `Clip ${id} lasts ${duration} s, less than a frame; it is shown for one. Lengthen or remove it.`,
    };
  }
};

/**
 * Finds transitions without a previous clip, transitions that are shorter than a frame, and transitions in which the
 * previous clip stands still.
 */
export const weakTransition: LintRule = function* (document, context) {
  const rate = rateOf(document.settings.fps);
  for (const clips of Map.groupBy(document.clips, (clip) => clip.trackIndex).values()) {
    if (!clips.some((clip) => clip.transition)) continue;
    const track = placeClips(clips, rate);
    for (const [index, { clip }] of track.entries()) {
      if (!clip.transition || clip.transition.edge === 'out') continue;
      const window = transitionWindow(track, index, rate);
      const { type } = clip.transition;
      if (!window) {
        yield {
          severity: 'note',
          time: clip.start,
          clipId: clip.id,
          message: `Clip ${clip.id}: its ${type} is shorter than a frame and is not shown. Lengthen it.`,
        };
      } else if (!window.outgoing && clip.type !== 'text' && clip.type !== 'shape' && clip.type !== 'sticker') {
        yield {
          severity: 'note',
          time: clip.start,
          clipId: clip.id,
          message:
            `Clip ${clip.id}: no clip ends where its ${type} starts, so it appears from transparent. Move a clip ` +
            'next to it if this is unintended.',
        };
      } else {
        yield* frozenTransition(window, rate, context);
      }
    }
  }
};

/** Reports how long the outgoing clip of a transition stands still because its source ends too early. */
function* frozenTransition(
  { endFrame, outgoing, incoming }: TransitionWindow,
  rate: Rate,
  { media }: LintContext,
): Generator<LintEntry> {
  if (!outgoing || !incoming) return;
  const neededSec = secondsOf(endFrame - outgoing.span.endFrame, rate);
  const missingSec = neededSec - sourceRoom(outgoing.clip, media).tailSec;
  if (missingSec < FROZEN_SEC) return;
  const still = missingSec.toFixed(2);
  yield {
    severity: 'note',
    time: secondsOf(endFrame, rate) - missingSec,
    clipId: outgoing.clip.id,
    message:
      `Clip ${outgoing.clip.id} stands still for ${still} s of the ${incoming.clip.transition?.type} to clip ` +
      `${incoming.clip.id}, because its source has ended. Start its source ${still} s earlier, trim its end, or ` +
      'shorten the transition.',
  };
}

/** Finds gaps between clips in which no video track is visible, so that the background shows. */
export const gap: LintRule = function* (document) {
  const rate = rateOf(document.settings.fps);
  let covered = 0;
  for (const { startFrame, endFrame } of shownSpans(document)) {
    if (startFrame > covered) {
      const fromSec = secondsOf(covered, rate);
      const seconds = secondsOf(startFrame - covered, rate).toFixed(2);
      yield {
        severity: 'note',
        time: fromSec,
        message:
          `No video from ${fromSec.toFixed(2)} s on for ${seconds} s: only the background is visible. Close the ` +
          'gap if it is unintended.',
      };
    }
    covered = Math.max(covered, endFrame);
  }
};

// A transition shows the previous clip until it starts, so the time between the two clips is no gap.
function shownSpans(document: Document): ClipSpan[] {
  const rate = rateOf(document.settings.fps);
  const tracks = document.tracks.filter((track) => track.type === 'video');
  return shownTracks({ ...document, tracks })
    .flatMap((track) =>
      track.map(({ span }, index): ClipSpan => {
        const before = transitionWindow(track, index, rate)?.outgoing?.span.endFrame ?? span.startFrame;
        return { ...span, startFrame: Math.min(span.startFrame, before) };
      }),
    )
    .sort((a, b) => a.startFrame - b.startFrame);
}

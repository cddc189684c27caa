import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { transitionWindow } from '../evaluate/transition-window.ts';
import { clipSpan, frameOf, type Rate, rateOf } from '../time.ts';
import { markerColorName } from './marker-color.ts';
import { nominalFps, writeTimecode } from './timecode.ts';

/** Hour at which the record timecode starts, as other editing programs expect. */
const RECORD_START_HOURS = 1;

interface Placed {
  clip: Clip;
  span: { startFrame: number; endFrame: number };
}

/**
 * Writes a project as a CMX3600 edit decision list, with non-drop timecode at the project's rate. The record timecode
 * starts at 01:00:00:00.
 * The list contains the media clips of the lowest video track that has any, and those of the audio tracks. The format
 * supports one video track, cuts, dissolves, wipes and constant speed. An exit transition becomes a transition to
 * black. Texts, shapes and other video tracks are left out.
 */
export function writeEdl(document: Document): string {
  const rate = rateOf(document.settings.fps);
  const base = RECORD_START_HOURS * 3600 * nominalFps(rate);
  const lines = [`TITLE: ${oneLine(document.settings.name) || 'Untitled'}`, 'FCM: NON-DROP FRAME', ''];
  let number = 0;
  const nextNumber = () => {
    number += 1;
    return String(number).padStart(3, '0');
  };
  for (const { channel, clips } of channelsOf(document)) {
    const placed: Placed[] = clips
      .map((clip) => ({ clip, span: clipSpan(clip, rate) }))
      .sort((a, b) => a.clip.start - b.clip.start);
    for (const index of placed.keys()) {
      for (const event of eventsOf(placed, index, nextNumber, channel, rate, base)) lines.push(...event, '');
    }
  }
  for (const marker of document.markers ?? []) {
    const at = writeTimecode(base + frameOf(marker.time, rate), rate);
    lines.push(`* LOC: ${at} ${markerColorName(marker.color).padEnd(7)} ${oneLine(marker.label ?? '')}`.trimEnd());
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function channelsOf(document: Document): { channel: string; clips: Clip[] }[] {
  const byTrack = Map.groupBy(
    document.clips.filter((clip) => clip.src !== ''),
    (clip) => clip.trackIndex,
  );
  const tracks = document.tracks.map((track) => ({ track, clips: byTrack.get(track.id) ?? [] }));
  const filled = tracks.filter(({ clips }) => clips.length > 0);
  const image = filled.find(({ track }) => track.type === 'video' && track.visible);
  const audio = filled.filter(({ track }) => track.type === 'audio');
  return [
    ...(image ? [{ channel: 'V', clips: image.clips }] : []),
    ...audio.map(({ clips }, index) => ({ channel: index === 0 ? 'A' : `A${index + 1}`, clips })),
  ];
}

/** Returns the events of a clip, each as its lines: one event, and for an exit transition a second one to black. */
function eventsOf(
  placed: readonly Placed[],
  index: number,
  nextNumber: () => string,
  channel: string,
  rate: Rate,
  base: number,
): string[][] {
  const own = placed[index];
  if (!own) return [];
  const { clip, span } = own;
  const isExit = clip.transition?.edge === 'out';
  const window = transitionWindow(placed, index, rate);
  const frames = window ? window.endFrame - window.startFrame : 0;
  const source = (sec: number) => frameOf(sec, rate);
  const usedIn = (length: number) => (clip.freezeAt === null ? Math.max(1, Math.round(length * clip.speed)) : length);
  const line = (number: string, kind: string, times: number[], of: Clip | null) =>
    `${number}  ${reelOf(of).padEnd(8)} ${channel.padEnd(5)} ${kind.padEnd(8)} ` +
    `${times.map((frame) => writeTimecode(frame, rate)).join(' ')}`;
  const from = source(clip.freezeAt ?? clip.mediaStart + (clip.loop ? (clip.loopOffset ?? 0) : 0));
  // A clip that exits for its whole length is kept for one frame, because an event needs a length.
  const exitFrames = isExit ? Math.min(frames, span.endFrame - span.startFrame - 1) : 0;
  const entrance = isExit ? null : window;
  const [start, end] = [base + span.startFrame, base + span.endFrame - exitFrames];
  const to = from + usedIn(end - start);
  const number = nextNumber();
  const lines: string[] = [];
  if (entrance) {
    const { outgoing } = entrance;
    const last = outgoing ? source(outgoing.clip.mediaStart + outgoing.clip.duration * outgoing.clip.speed) : 0;
    lines.push(line(number, 'C', [last, last, start, start], outgoing?.clip ?? null));
  }
  lines.push(line(number, entrance ? kindOf(clip, frames) : 'C', [from, to, start, end], clip));
  const speed = clip.freezeAt === null ? (clip.reverse ? -clip.speed : clip.speed) : 0;
  if (speed !== 1) {
    lines.push(`M2   ${reelOf(clip).padEnd(8)} ${fpsOf(speed, rate)}                 ${writeTimecode(from, rate)}`);
  }
  if (entrance?.outgoing) lines.push(`* FROM CLIP NAME: ${labelOf(entrance.outgoing.clip)}`);
  lines.push(`* ${entrance ? 'TO' : 'FROM'} CLIP NAME: ${labelOf(clip)}`, `* SOURCE FILE: ${oneLine(clip.src)}`);
  if (exitFrames === 0) return [lines];
  const exit = nextNumber();
  return [
    lines,
    [
      line(exit, 'C', [to, to, end, end], clip),
      line(exit, kindOf(clip, exitFrames), [0, exitFrames, end, end + exitFrames], null),
      `* FROM CLIP NAME: ${labelOf(clip)}`,
    ],
  ];
}

function kindOf({ transition }: Clip, frames: number): string {
  return `${(transition?.type === 'wipe' ? 'W001' : 'D').padEnd(4)} ${String(frames).padStart(3, '0')}`;
}

/** Formats the frame rate of an M2 line: eight characters, with the sign of a reversed clip before its zeros. */
function fpsOf(speed: number, rate: Rate): string {
  const fps = Math.abs(speed * nominalFps(rate)).toFixed(3);
  return speed < 0 ? `-${fps.padStart(7, '0')}` : fps.padStart(8, '0');
}

/** Returns the reel name, at most eight characters. By convention, AX is a file and BL is black. */
function reelOf(clip: Clip | null): string {
  return clip ? 'AX' : 'BL';
}

function labelOf(clip: Clip): string {
  return oneLine(clip.name) || oneLine(clip.src);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { transitionWindow } from '../evaluate/transition-window.ts';
import { clipSpan } from '../time/clip-span.ts';
import { frameOf, type Rate, rateOf } from '../time/rate.ts';
import { markerColorName } from './marker-color.ts';
import { nominalFps, writeTimecode } from './timecode.ts';

/** Where the record side starts, as editors expect. Hours. */
const RECORD_START_HOURS = 1;

interface Placed {
  clip: Clip;
  span: { startFrame: number; endFrame: number };
}

/**
 * A project as CMX3600 edit decision list: the clips of media on the lowest video track that has some, and those of the
 * audio tracks. The format knows one picture track, cuts, dissolves, wipes and constant speed; texts, shapes and other
 * video tracks are left out. Non-drop timecode at the project's rate; the record side starts at 01:00:00:00.
 */
export function writeEdl(document: Document): string {
  const rate = rateOf(document.settings.fps);
  const base = RECORD_START_HOURS * 3600 * nominalFps(rate);
  const lines = [`TITLE: ${oneLine(document.settings.name) || 'Untitled'}`, 'FCM: NON-DROP FRAME', ''];
  let number = 1;
  for (const { channel, clips } of channelsOf(document)) {
    const placed: Placed[] = clips
      .map((clip) => ({ clip, span: clipSpan(clip, rate) }))
      .sort((a, b) => a.clip.start - b.clip.start);
    for (const index of placed.keys()) {
      lines.push(...eventLines(placed, index, String(number).padStart(3, '0'), channel, rate, base), '');
      number += 1;
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
  const picture = filled.find(({ track }) => track.type === 'video' && track.visible);
  const sound = filled.filter(({ track }) => track.type === 'audio');
  return [
    ...(picture ? [{ channel: 'V', clips: picture.clips }] : []),
    ...sound.map(({ clips }, index) => ({ channel: index === 0 ? 'A' : `A${index + 1}`, clips })),
  ];
}

function eventLines(
  placed: readonly Placed[],
  index: number,
  number: string,
  channel: string,
  rate: Rate,
  base: number,
): string[] {
  const own = placed[index];
  if (!own) return [];
  const { clip, span } = own;
  const window = clip.transition?.edge === 'out' ? null : transitionWindow(placed, index, rate);
  const frames = window ? window.endFrame - window.startFrame : 0;
  const outgoing = window?.outgoing ?? null;
  const source = (sec: number) => frameOf(sec, rate);
  const from = source(clip.freezeAt ?? clip.mediaStart + (clip.loop ? (clip.loopOffset ?? 0) : 0));
  const length = span.endFrame - span.startFrame;
  const used = clip.freezeAt === null ? Math.max(1, Math.round(length * clip.speed)) : length;
  const event = (kind: string, times: number[], of: Clip | null) =>
    `${number}  ${reelOf(of).padEnd(8)} ${channel.padEnd(5)} ${kind.padEnd(8)} ${times.map((frame) => writeTimecode(frame, rate)).join(' ')}`;
  const record = [base + span.startFrame, base + span.endFrame];
  const kind =
    window && clip.transition ? `${letterOf(clip.transition.type).padEnd(4)} ${String(frames).padStart(3, '0')}` : 'C';
  const lines: string[] = [];
  if (window) {
    const last = outgoing ? source(outgoing.clip.mediaStart + outgoing.clip.duration * outgoing.clip.speed) : 0;
    lines.push(event('C', [last, last, base + span.startFrame, base + span.startFrame], outgoing?.clip ?? null));
  }
  lines.push(event(kind, [from, from + used, ...record], clip));
  const speed = clip.freezeAt === null ? (clip.reverse ? -clip.speed : clip.speed) : 0;
  if (speed !== 1) {
    const fps = (speed * nominalFps(rate)).toFixed(3).padStart(8, '0');
    lines.push(`M2   ${reelOf(clip).padEnd(8)} ${fps}                 ${writeTimecode(from, rate)}`);
  }
  if (window) {
    if (outgoing) lines.push(`* FROM CLIP NAME: ${labelOf(outgoing.clip)}`);
    lines.push(`* TO CLIP NAME: ${labelOf(clip)}`);
  } else {
    lines.push(`* FROM CLIP NAME: ${labelOf(clip)}`);
  }
  lines.push(`* SOURCE FILE: ${oneLine(clip.src)}`);
  return lines;
}

function letterOf(type: string): string {
  return type === 'wipe' ? 'W001' : 'D';
}

/** Eight characters at most. AX is what editors write for a file, BL for black. */
function reelOf(clip: Clip | null): string {
  return clip ? 'AX' : 'BL';
}

function labelOf(clip: Clip): string {
  return oneLine(clip.name) || oneLine(clip.src);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

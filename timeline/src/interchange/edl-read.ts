import { shortened } from '../document/storable-text.ts';
import { refuse } from '../errors/framemill-error.ts';
import { linesOf } from '../subtitles/cue.ts';
import { frameOf, type Rate, rateOf, secondsOf } from '../time.ts';
import type { ImportedClip, ImportedTimeline, ImportedTrack } from './imported-timeline.ts';
import { markerColorOf } from './marker-color.ts';
import { framesPerHour, nominalFps, readTimecode } from './timecode.ts';

const EVENT =
  /^(\d{1,6})\s+(\S+)\s+(\S+)\s+(C|D|W\d{1,3}|K(?:\s*[BO])?)\s+(?:(\d{1,4})\s+)?(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$/i;

/** Maximum gap before the first event that an import preserves. Seconds. */
const LONGEST_START_GAP_SEC = 600;

interface Event {
  line: number;
  number: string;
  reel: string;
  channel: string;
  kind: string;
  transitionFrames: number;
  from: number;
  /** Whether the source timecode is drop frame. */
  fromDrop: boolean;
  recordIn: number;
  recordOut: number;
  speed: number;
  clipName: string;
  source: string;
}

/**
 * Reads a CMX3600 edit decision list at the project's rate. Events become clips, on one track per channel. A transition
 * to black becomes the exit transition of the clip before it, M2 lines set the speed, and LOC comments become markers.
 * Time 0 is the first event. With `keepsOffset`, time 0 is the full hour before the first event, unless that hour is
 * more than 10 minutes earlier. Throws `invalid_request` with the line number.
 */
export function readEdl(data: string, fps: number, keepsOffset = false): ImportedTimeline {
  const rate = rateOf(fps);
  const { events, markers, drop, fixes } = readLines(linesOf(data), rate);
  if (events.length === 0) throw refuse('data line 1: the list has no events. Send a CMX3600 edit decision list.');
  const first = events.reduce((least, { recordIn }) => Math.min(least, recordIn), Number.POSITIVE_INFINITY);
  const base = keepsOffset ? programmeStart(first, rate, drop) : first;
  const tracks = new Map<string, ImportedTrack>();
  for (const event of events) {
    // The first line of a transition has no length and only names the outgoing clip.
    if (event.recordOut === event.recordIn) continue;
    for (const channel of channelsOf(event)) {
      if (event.reel.toUpperCase() === 'BL') {
        fadeOut(tracks.get(channel)?.clips.at(-1), event, rate, base, fixes);
        continue;
      }
      const audio = !isImage(channel);
      const track = tracks.get(channel) ?? {
        type: audio ? ('audio' as const) : ('video' as const),
        name: '',
        visible: true,
        muted: false,
        clips: [],
      };
      tracks.set(channel, track);
      track.clips.push(clipOf(event, rate, base));
    }
  }
  const sorted = [...tracks].sort(
    ([a], [b]) => Number(isImage(b)) - Number(isImage(a)) || a.localeCompare(b, 'en', { numeric: true }),
  );
  return {
    tracks: sorted.map(([, track]) => track),
    markers: markers.map(({ frame, label, color }) => ({
      time: secondsOf(Math.max(0, frame - base), rate),
      ...(label ? { label } : {}),
      ...(color ? { color } : {}),
    })),
    fixes,
  };
}

/**
 * Returns the frame at which the programme starts: the full hour before its first event.
 * A programme that starts before the full hour (leader, slate) starts with its first event.
 */
function programmeStart(first: number, rate: Rate, drop: boolean): number {
  const hour = framesPerHour(rate, drop);
  const fullHour = Math.floor(first / hour) * hour;
  return first - fullHour > LONGEST_START_GAP_SEC * nominalFps(rate) ? first : fullHour;
}

function clipOf(event: Event, rate: Rate, base: number): ImportedClip {
  return {
    where: `data line ${event.line}`,
    name: shortened(event.clipName, 200),
    sources: [event.source, event.clipName, event.reel].filter((name) => name !== ''),
    start: secondsOf(event.recordIn - base, rate),
    duration: secondsOf(event.recordOut - event.recordIn, rate),
    mediaStart: secondsOf(event.from, rate),
    hourSec: secondsOf(framesPerHour(rate, event.fromDrop), rate),
    mediaDuration: null,
    speed: event.speed === 0 ? 1 : Math.min(100, Math.max(0.01, Math.abs(event.speed))),
    reverse: event.speed < 0,
    freeze: event.speed === 0,
    transition: transitionOf(event, rate, 'in'),
    stored: undefined,
  };
}

function transitionOf(event: Event, rate: Rate, edge: 'in' | 'out'): ImportedClip['transition'] {
  if (event.transitionFrames === 0 || event.kind === 'C') return null;
  const type = event.kind.startsWith('W') ? 'wipe' : 'dissolve';
  return { type, duration: secondsOf(event.transitionFrames, rate), edge, stored: undefined };
}

/**
 * Adds an exit transition to a clip that is followed by a transition to black. The clip is extended by the transition's
 * length, because in the list the clip ends where the transition begins.
 */
function fadeOut(clip: ImportedClip | undefined, event: Event, rate: Rate, base: number, fixes: string[]): void {
  const transition = transitionOf(event, rate, 'out');
  const joins = clip && frameOf(clip.start + clip.duration, rate) === event.recordIn - base;
  if (!transition || !joins) return;
  if (clip.transition) {
    fixes.push(`data line ${event.line}: a clip has one transition, so its transition to black was left out.`);
    return;
  }
  clip.transition = transition;
  clip.duration += transition.duration;
}

interface Location {
  frame: number;
  label: string;
  color: string | undefined;
}

interface EdlLines {
  events: Event[];
  markers: Location[];
  drop: boolean;
  /** Descriptions of everything that was left out. */
  fixes: string[];
}

function readLines(lines: readonly string[], rate: Rate): EdlLines {
  const events: Event[] = [];
  const markers: Location[] = [];
  const fixes: string[] = [];
  // Without an FCM line, semicolons in timecodes indicate drop frame.
  let drop = lines.some((line) => /^\s*\d.*;\d\d\s*$/.test(line));
  for (const [index, line] of lines.entries()) {
    const at = index + 1;
    const mode = /^FCM:\s*(NON[- ]?DROP|DROP)/i.exec(line);
    const comment = /^\*\s*([A-Z ]+?)\s*:\s*(.*)$/i.exec(line);
    const speed = /^M2\s+(\S+)\s+(-?\d+(?:\.\d+)?)(?:\s|$)/.exec(line);
    const last = events.at(-1);
    // Audio that starts apart from its video, and additional audio channels.
    if (/^\s*(?:SPLIT:|AUD\s)/i.test(line)) fixes.push(`data line ${at}: "${line.trim().slice(0, 60)}" was left out.`);
    else if (mode) drop = !/^NON/i.test(mode[1] ?? '');
    else if (/^\s*\d/.test(line)) events.push(readEvent(line.trim(), at, rate, drop));
    else if (speed && last) moving(events, last, speed[1] ?? '').speed = Number(speed[2]) / nominalFps(rate);
    else if (comment?.[1]?.toUpperCase() === 'LOC') markers.push(readLocation(comment[2] ?? '', at, rate, drop));
    else if (comment && last) describe(events, comment[1]?.toUpperCase() ?? '', (comment[2] ?? '').trim());
  }
  return { events, markers, drop, fixes };
}

/**
 * Returns the event that an M2 line (a speed change) refers to. If the last event is a transition, which has two lines,
 * the reel of the M2 line selects one of them.
 */
function moving(events: readonly Event[], last: Event, reel: string): Event {
  return events.findLast((event) => event.number === last.number && event.reel === reel) ?? last;
}

/** Applies a comment to the latest event. In a transition, FROM names the outgoing clip and TO the incoming one. */
function describe(events: readonly Event[], key: string, value: string): void {
  const last = events.at(-1);
  if (!last) return;
  if (key === 'TO CLIP NAME' || (key === 'FROM CLIP NAME' && last.kind === 'C')) last.clipName = value;
  else if (key === 'SOURCE FILE' || key === 'TO CLIP' || key === 'TO FILE') last.source = value;
  else if ((key === 'FROM CLIP' || key === 'FROM FILE') && last.kind === 'C') last.source = value;
}

function readEvent(line: string, at: number, rate: Rate, drop: boolean): Event {
  const match = EVENT.exec(line);
  if (!match) {
    throw refuse(
      `data line ${at}: "${line.slice(0, 80)}" is not an event. Write 001  AX  V  C  00:00:00:00 00:00:05:00 ` +
        '01:00:00:00 01:00:05:00.',
    );
  }
  const times = match.slice(6, 10).map((text) => frameAt(text, at, rate, drop));
  const [from = 0, , recordIn = 0, recordOut = 0] = times;
  if (recordOut < recordIn) throw refuse(`data line ${at}: the event ends before it starts. Swap the record times.`);
  return {
    line: at,
    number: match[1] ?? '',
    reel: match[2] ?? '',
    channel: (match[3] ?? '').toUpperCase(),
    kind: (match[4] ?? 'C').toUpperCase(),
    transitionFrames: Number(match[5] ?? 0),
    from,
    fromDrop: drop || (match[6] ?? '').includes(';'),
    recordIn,
    recordOut,
    speed: 1,
    clipName: '',
    source: '',
  };
}

function readLocation(text: string, at: number, rate: Rate, drop: boolean): Location {
  const [timecode = '', second = '', ...rest] = text.trim().split(/\s+/);
  const frame = frameAt(timecode, at, rate, drop);
  const color = markerColorOf(second);
  return { frame, label: shortened((color ? rest : [second, ...rest]).join(' '), 200), color };
}

function frameAt(text: string, line: number, rate: Rate, drop: boolean): number {
  const frame = readTimecode(text, rate, drop);
  if (frame !== null) return frame;
  const isLeftOut = readTimecode(text.replace(';', ':'), rate, false) !== null;
  throw refuse(
    isLeftOut
      ? `data line ${line}: "${text}" does not exist in drop-frame timecode. Use the next number, or colons for ` +
          'non-drop-frame timecode.'
      : `data line ${line}: "${text}" is not a timecode at ${nominalFps(rate)} fps. Set the project's fps first.`,
  );
}

/**
 * Returns the channels of an event. B is video and the first audio channel, AA two audio channels; A1+A2, A2/V and
 * VA1A2 list several.
 */
function channelsOf({ channel }: Event): string[] {
  if (channel === 'B') return ['V', 'A'];
  if (channel === 'AA') return ['A', 'A2'];
  if (channel === 'AA/V') return ['V', 'A', 'A2'];
  const named = channel.match(/[VA]\d*/g) ?? [channel === 'NONE' ? 'A' : channel];
  return [...new Set(named.map((one) => (one === 'A1' ? 'A' : one === 'V1' ? 'V' : one)))];
}

function isImage(channel: string): boolean {
  return channel.startsWith('V');
}

import { isRecord } from '../document/json.ts';
import type { NewClip } from '../edit/insert-clip.ts';
import { readEdl } from '../interchange/edl-read.ts';
import type { ImportedClip, ImportedTimeline, ImportedTrack } from '../interchange/imported-timeline.ts';
import { readOtioJson } from '../interchange/otio-read.ts';
import { clipOfTimeline, type Resolved, resolvedMedia } from '../interchange/place-timeline.ts';
import { fileNameOf, findMedia, type ImportContext, type ImportedProject } from './import-context.ts';
import { placeholderFields } from './placeholder-clip.ts';
import type { SourceTree } from './source-tree.ts';

/** Frame rate of a project whose file has none. */
const DEFAULT_FPS = 30;

/** Size of a placeholder: the default canvas. Pixels. */
const CANVAS = { width: 1920, height: 1080 };

/** Whether a value is an OpenTimelineIO timeline. */
export function isOtio(value: unknown): boolean {
  return isRecord(value) && typeof value.OTIO_SCHEMA === 'string';
}

/** Reads OpenTimelineIO JSON as a project, at the rate of the first time in the file. */
export function readOtioFile(tree: SourceTree, context: ImportContext): ImportedProject {
  const view = tree.view();
  // Of the values themselves: a look through the view would count as their use.
  const fps = firstRate(tree.root.raw) ?? DEFAULT_FPS;
  const name = isRecord(view) && typeof view.name === 'string' ? view.name : '';
  return projectOf(tree, readOtioJson(view, fps), { name, fps }, context);
}

/** Whether a value is a CMX3600 edit decision list: it has a title, a frame code mode or an event. */
export function isEdl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const lines = value.slice(0, 4_000).split(/\r\n?|\n/);
  return lines.some((line) => /^(?:TITLE:|FCM:|\d{1,6}\s+\S+\s+\S+\s+(?:C|D|W\d{1,3}|K)\s)/.test(line));
}

/** Reads an edit decision list as a project. Drop frame timecode means 29.97 frames/s, any other 30. */
export function readEdlFile(tree: SourceTree, context: ImportContext): ImportedProject {
  const data = tree.root.text() ?? '';
  const isDrop = /^FCM:\s*DROP FRAME/m.test(data);
  const fps = isDrop ? 29.97 : DEFAULT_FPS;
  const assumed = 'An edit decision list has no frame rate. For another rate, use the command importTimeline.';
  tree.note('', 'FCM', assumed, `${fps} frames/s`);
  const name = /^TITLE:[ \t]*(.{0,200})$/m.exec(data)?.[1]?.trim() ?? '';
  return projectOf(tree, readEdl(data, fps), { name, fps }, context);
}

function projectOf(
  tree: SourceTree,
  timeline: ImportedTimeline,
  { name, fps }: { name: string; fps: number },
  context: ImportContext,
): ImportedProject {
  const fixes = [...timeline.fixes];
  const groups = new Map<string, string>();
  const layers = timeline.tracks.map((track) => ({
    name: track.name,
    visible: track.visible,
    muted: track.muted,
    clips: track.clips.map((clip) => clipOf(clip, track, groups, context, fixes)),
  }));
  for (const fix of fixes) {
    const [, path = '', rest = fix] = /^data(?:\.(\S*?))?(?:: | )(.*)$/s.exec(fix) ?? [];
    tree.note(path, '', rest);
  }
  return {
    settings: { fps, name },
    layers: layers.filter(({ clips }) => clips.length > 0),
    markers: timeline.markers,
    render: null,
  };
}

function clipOf(
  clip: ImportedClip,
  track: ImportedTrack,
  groups: Map<string, string>,
  context: ImportContext,
  fixes: string[],
): NewClip {
  const named = clip.sources.flatMap((name) => {
    const media = findMedia(context, name);
    return media ? [[name, media.src] as const] : [];
  });
  const found = resolvedMedia(clip, track, { ...context.mediaMap, ...Object.fromEntries(named) }, context);
  if (found) return clipOfTimeline(clip, found, groups, context, fixes);
  const type = track.type === 'audio' ? 'audio' : 'video';
  const source = clip.sources[0] ?? '';
  const absent: Resolved = { type, src: '', stored: {}, durationSec: null };
  return {
    ...clipOfTimeline(clip, absent, groups, context, fixes),
    ...placeholderFields({ type, src: source, name: clip.name || fileNameOf(source) || type }, CANVAS),
    fit: 'contain',
  };
}

/** Returns the rate of the first RationalTime of a file. */
function firstRate(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value) && isRecord(value)) {
    const { rate } = value;
    if (typeof value.OTIO_SCHEMA === 'string' && value.OTIO_SCHEMA.startsWith('RationalTime') && isRate(rate)) {
      return rate;
    }
  }
  for (const inner of Object.values(value)) {
    const found = firstRate(inner);
    if (found !== null) return found;
  }
  return null;
}

function isRate(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= 120;
}

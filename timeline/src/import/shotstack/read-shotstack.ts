import { isRecord } from '../../document/json.ts';
import { LIMITS } from '../../document/limits.ts';
import type { NewClip } from '../../edit/insert-clip.ts';
import { refuse } from '../../errors/framemill-error.ts';
import { findMedia, type ImportContext, type ImportedLayer, type ImportedProject } from '../import-context.ts';
import type { SourceNode, SourceTree } from '../source-tree.ts';
import { convertClip } from './convert-clip.ts';
import { colorOf, type EditContext } from './edit-context.ts';
import { createFontFinder } from './fonts.ts';
import { convertMedia } from './media-assets.ts';
import { readMergeFields } from './merge-fields.ts';
import { convertOutput } from './output.ts';
import { resolveTimes, type TimedClip } from './times.ts';

/** Whether a value is a Shotstack edit, or a template with one. */
export function isShotstack(value: unknown): boolean {
  const edit = isRecord(value) && isRecord(value.template) ? value.template : value;
  return isRecord(edit) && isRecord(edit.timeline) && Array.isArray(edit.timeline.tracks);
}

/**
 * Reads an edit of the Shotstack Edit API (`{ timeline, output, merge }`), or a template (`{ name, template }`). Throws
 * `invalid_request` for an edit without clips, with too many clips, or with aliases that form a circle.
 */
export function readShotstack(tree: SourceTree, context: ImportContext): ImportedProject {
  const { root } = tree;
  const template = root.get('template');
  const edit = template ?? root;
  root.get('id')?.lose('The id belongs to the other service.');
  const name = root.get('name')?.text() ?? '';
  const timeline = edit.get('timeline');
  if (!timeline) throw refuse('The file has no timeline. Import the JSON of an edit.');
  const merge = readMergeFields(tree, edit.get('merge') ?? root.get('merge'));
  const output = convertOutput(edit.get('output') ?? root.get('output'));
  const fonts = createFontFinder(timeline.get('fonts'), context);
  const shared: EditContext = { ...context, canvas: output.settings, merge, fonts };

  const nodes = (timeline.get('tracks')?.items() ?? []).map((track) => track.get('clips')?.items() ?? []);
  const count = nodes.reduce((sum, clips) => sum + clips.length, 0);
  if (count > LIMITS.clips) {
    throw refuse(`The file has ${count} clips; the limit is ${LIMITS.clips}. Split it into several edits.`);
  }
  const { tracks, endSec } = resolveTimes(nodes, (clip) => mediaLengthOf(clip, shared));
  // In the file, the first track is on top.
  const layers = tracks.map((clips, index) => layerOf(clips, tracks.length - index, shared)).reverse();
  const music = timeline.get('soundtrack');
  if (music) layers.push({ name: 'Soundtrack', clips: [musicClip(music, endSec, shared)] });
  timeline.get('cache')?.lose('The field belongs to the other service.');
  edit.get('callback')?.lose('Webhooks belong to the account.', 'Register one on the page Webhooks.');
  for (const field of ['disk', 'instance']) edit.get(field)?.lose('The field belongs to the other service.');

  const background = timeline.get('background');
  const color = colorOf(background) ?? '#000000';
  const variable = background ? merge.variableOf(background.raw, background.path) : null;
  fonts.finish();
  merge.finish();
  return {
    settings: {
      ...output.settings,
      name,
      background: color,
      ...(variable && variable.length <= 200 ? { backgroundVariable: variable } : {}),
    },
    layers: output.isMute ? layers.map(muted) : layers,
    render: output.render,
  };
}

/** Returns the length of the media of a clip from its trim on, at its speed. `null` when it is not known. */
function mediaLengthOf(clip: SourceNode, edit: EditContext): number | null {
  const asset = clip.get('asset');
  const src = asset?.get('src')?.filled;
  const seconds = typeof src === 'string' ? (findMedia(edit, src)?.facts.durationSec ?? null) : null;
  if (seconds === null) return null;
  const trim = Number(asset?.get('trim')?.filled ?? 0);
  const speed = Number(asset?.get('speed')?.filled ?? 1);
  const length = (seconds - trim) / speed;
  return Number.isFinite(length) && length > 0 ? length : null;
}

function layerOf(clips: readonly TimedClip[], number: number, edit: EditContext): ImportedLayer {
  const mattes = clips.filter(({ node }) => node.get('asset')?.get('type')?.raw === 'luma');
  const others = clips.filter((clip) => !mattes.includes(clip));
  const converted = others.flatMap((clip) => convertClip(clip, edit));
  const masked = mattes.reduce<NewClip[]>((made, matte) => withMatte(made, matte, edit), converted);
  return { name: `Track ${number}`, clips: masked };
}

/** Masks the clips of a track that a luma matte covers. Only still images can be mattes. */
function withMatte(clips: NewClip[], { node, start, length }: TimedClip, edit: EditContext): NewClip[] {
  const src = node.get('asset')?.get('src')?.filled;
  const media = typeof src === 'string' ? findMedia(edit, src) : null;
  if (media?.facts.kind !== 'image') {
    const why = media ? 'A moving luma matte cannot be a mask.' : 'The luma matte is not there.';
    node.lose(why, 'The clips without the matte. A still image can be their mask: setMask.');
    return clips;
  }
  for (const field of ['type', 'src']) node.get('asset')?.get(field)?.use();
  return clips.map((clip) =>
    clip.type !== 'audio' && clip.start < start + length && clip.start + clip.duration > start
      ? { ...clip, mask: { shape: 'image' as const, src: media.src, channel: 'luma' as const } }
      : clip,
  );
}

/** Returns the soundtrack as an audio clip that lasts as long as the video, or as its media if they are shorter. */
function musicClip(node: SourceNode, endSec: number, edit: EditContext): NewClip {
  const src = node.get('src')?.filled;
  const seconds = typeof src === 'string' ? (findMedia(edit, src)?.facts.durationSec ?? null) : null;
  const length = Math.min(endSec, seconds ?? endSec);
  const fields = convertMedia({ node, start: 0, length, isAuto: false }, 'audio', edit);
  return { ...fields, type: fields.type ?? 'audio', start: 0, duration: length };
}

function muted({ name, clips }: ImportedLayer): ImportedLayer {
  return { name, clips: clips.map((clip) => ({ ...clip, muted: true })) };
}

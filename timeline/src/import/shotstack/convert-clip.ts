import { LIMITS } from '../../document/limits.ts';
import type { NewClip } from '../../edit/insert-clip.ts';
import type { SourceNode } from '../source-tree.ts';
import { convertCaptions } from './captions.ts';
import { convertHtml, convertShape, convertSvg, convertTitle, type DrawnAsset } from './drawn-assets.ts';
import { type EditContext, type Fields, joined } from './edit-context.ts';
import { convertMedia, lookOf } from './media-assets.ts';
import { type PlacedBox, placementOf } from './placement.ts';
import { convertText } from './texts.ts';
import type { TimedClip } from './times.ts';

/** Assets that the other service would generate from a text, and the type of clip that they become. */
const GENERATED: Record<string, 'video' | 'image' | 'audio'> = {
  'text-to-image': 'image',
  'image-to-video': 'video',
  'text-to-speech': 'audio',
};

/**
 * Returns the clips for one clip of an edit, bottom first: none for a clip that cannot be carried over, two for a text
 * on a box, and one for each cue of captions.
 */
export function convertClip(timed: TimedClip, edit: EditContext): NewClip[] {
  const { node: clip } = timed;
  const asset = clip.get('asset');
  const type = asset?.get('type')?.text() ?? '';
  clip.get('id')?.idle();
  if (!asset) {
    clip.lose('The clip has no asset.');
    return [];
  }
  switch (type) {
    case 'video':
    case 'image':
    case 'audio':
      return [finished(convertMedia(timed, type, edit), timed)];
    case 'text':
    case 'rich-text':
      return convertTextClip(timed, asset, edit);
    case 'title':
      return [drawn(convertTitle(asset, edit), timed, asset, edit)];
    case 'shape':
      return [drawn(convertShape(clip, asset, edit), timed, asset, edit)];
    case 'svg':
      return [drawn(convertSvg(clip, asset, edit), timed, asset, edit)];
    case 'html':
    case 'html5':
      return [drawn(convertHtml(clip, asset, edit), timed, asset, edit)];
    case 'caption':
    case 'rich-caption':
      return convertCaptions(timed, edit);
    default:
      break;
  }
  const generated = GENERATED[type];
  if (generated) return [finished(convertMedia(timed, generated, edit), timed)];
  clip.lose(`The asset type "${type}" is not known.`);
  return [];
}

function convertTextClip(timed: TimedClip, asset: SourceNode, edit: EditContext): NewClip[] {
  const { node: clip, length } = timed;
  const { box, inBox, text, behind } = convertText(clip, asset, length, edit);
  clip.get('fit')?.idle();
  if (!text && !behind) {
    clip.lose('The text is empty and has no background, so it shows nothing.');
    return [];
  }
  const group = text && behind ? { groupId: edit.newId('group') } : {};
  const placed = (fields: Fields, place: PlacedBox) =>
    finished(joined(fields, placementOf(clip, place, length, edit), lookOf(clip, asset, edit), group), timed);
  return [...(behind ? [placed(behind, { box })] : []), ...(text ? [placed(text, { box, inBox })] : [])];
}

function drawn({ fields, placed }: DrawnAsset, timed: TimedClip, asset: SourceNode, edit: EditContext): NewClip {
  const { node: clip, length } = timed;
  clip.get('fit')?.idle();
  return finished(joined(fields, placementOf(clip, placed, length, edit), lookOf(clip, asset, edit)), timed);
}

function finished(fields: Fields, { node, start, length }: TimedClip): NewClip {
  const alias = node.get('alias')?.text();
  return {
    ...fields,
    ...(alias ? { name: alias.slice(0, LIMITS.nameLength) } : {}),
    type: fields.type ?? 'text',
    start,
    duration: length,
  };
}

import { Compile } from '#typebox';
import { type Clip, ClipSchema } from '../document/clip.ts';
import { CLIP_DEFAULTS, completeTextStyle } from '../document/clip-fields.ts';
import { createTrack } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { describeSchemaErrors } from '../document/schema-error.ts';
import { shortened } from '../document/storable-text.ts';
import type { NewClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { TrackType } from '../vocabulary/index.ts';
import type { ImportContext, ImportedLayer } from './import-context.ts';

const validator = Compile(ClipSchema);

/**
 * Returns the document with the clips of all layers, bottom first, on tracks of their own. The clips of a layer share a
 * track unless they overlap. Audio clips are on audio tracks, above all others in the list. `refused` is called with
 * each clip that a document does not allow, which is left out. Throws `invalid_request` for too many clips or tracks.
 */
export function documentOfLayers(
  document: Document,
  layers: readonly ImportedLayer[],
  newId: ImportContext['newId'],
  refused: (clip: NewClip, why: string) => void,
): Document {
  const count = layers.reduce((sum, layer) => sum + layer.clips.length, 0);
  if (count > LIMITS.clips) {
    throw refuse(`The file has ${count} clips; the limit is ${LIMITS.clips}. Split it into several files.`);
  }
  const rows = [
    ...layers.flatMap((layer) => rowsOf(layer, (clip) => !isAudio(clip), typeOf(layer.clips))),
    ...layers.flatMap((layer) => rowsOf(layer, isAudio, 'audio')),
  ];
  if (rows.length > LIMITS.tracks) {
    throw refuse(`The file needs ${rows.length} tracks; the limit is ${LIMITS.tracks}. Merge some of its tracks.`);
  }
  const clips: Clip[] = [];
  for (const [trackIndex, row] of rows.entries()) {
    for (const clip of row.clips) {
      const whole = completed(clip, newId('clip'), trackIndex);
      if (validator.Check(whole)) clips.push(whole);
      else refused(clip, describeSchemaErrors(validator.Errors(whole), whole, '').message);
    }
  }
  const tracks = rows.map(({ type, layer }, index) => ({
    ...createTrack(index, type, shortened(layer.name, LIMITS.nameLength)),
    visible: layer.visible ?? true,
    muted: layer.muted ?? false,
  }));
  return { ...document, tracks: tracks.length > 0 ? tracks : document.tracks, clips };
}

interface Row {
  type: TrackType;
  layer: ImportedLayer;
  clips: NewClip[];
  end: number;
}

/** Distributes clips of a layer to as few rows as possible, so that the clips of a row do not overlap. */
function rowsOf(layer: ImportedLayer, belongs: (clip: NewClip) => boolean, type: TrackType): Row[] {
  const rows: Row[] = [];
  // Of two clips that overlap, the later one in the file goes to a higher row. The sort keeps their order.
  for (const clip of layer.clips.filter(belongs).sort((a, b) => a.start - b.start)) {
    const free = rows.find(({ end }) => clip.start >= end - OVERLAP_TOLERANCE_SEC);
    const end = clip.start + clip.duration;
    if (free) {
      free.clips.push(clip);
      free.end = end;
    } else rows.push({ type, layer, clips: [clip], end });
  }
  return rows;
}

function completed(clip: NewClip, id: string, trackIndex: number): Clip {
  const { textStyle } = clip;
  return {
    ...CLIP_DEFAULTS,
    mediaDuration: clip.duration,
    ...clip,
    ...(textStyle && { textStyle: completeTextStyle(textStyle) }),
    id,
    trackIndex,
  };
}

function isAudio({ type, missing }: NewClip): boolean {
  return type === 'audio' || missing?.type === 'audio';
}

function typeOf(clips: readonly NewClip[]): TrackType {
  const seen = clips.filter((clip) => !isAudio(clip));
  return seen.every(({ type, missing }) => type === 'text' && !missing) ? 'text' : 'video';
}

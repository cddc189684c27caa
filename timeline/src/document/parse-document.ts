import { Compile } from '#typebox';
import { FramemillError } from '../errors/framemill-error.ts';
import { ClipSchema } from './clip.ts';
import { CLIP_DEFAULTS } from './clip-defaults.ts';
import { type Document, DocumentSchema } from './document.ts';
import { LIMITS } from './limits.ts';
import { describeSchemaErrors } from './schema-error.ts';
import { SettingsSchema } from './settings.ts';
import { TrackDefSchema } from './track.ts';

// Compiled once: checking 1,000 clips then takes about a millisecond.
const documentValidator = Compile(DocumentSchema);
// Those of its parts say what is wrong with one.
const settingsValidator = Compile(SettingsSchema);
const trackValidator = Compile(TrackDefSchema);
const clipValidator = Compile(ClipSchema);

/**
 * Checks a document from outside and returns it. Clips may leave out fields that have a neutral value; they are filled
 * in. Returns `value` itself when nothing is missing. Throws `invalid_request` that names the path, the value and what to do.
 */
export function parseDocument(value: unknown): Document {
  const complete = documentValidator.Check(value) ? value : withDefaults(value);
  if (!documentValidator.Check(complete)) throw invalid(schemaProblem(complete));
  const problem = inconsistency(complete);
  if (problem) throw invalid(problem);
  return complete;
}

function withDefaults(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.clips)) return value;
  const clips = value.clips.map((clip: unknown) =>
    isRecord(clip) ? { ...CLIP_DEFAULTS, mediaDuration: clip.duration, ...clip } : clip,
  );
  return { ...value, clips };
}

/** Looks part by part: the errors of one clip are cheap to collect, those of 10,000 are not. */
function schemaProblem(value: unknown): string {
  if (!isRecord(value)) return 'The document must be an object with version, settings, tracks and clips.';
  for (const list of ['clips', 'tracks', 'markers'] as const) {
    const count = listOf(value[list]).length;
    if (count > LIMITS[list]) return `document.${list} has ${count} entries. Keep to ${LIMITS[list]} at most.`;
  }
  const settings = value.settings;
  if (isRecord(settings) && !settingsValidator.Check(settings)) {
    return describeSchemaErrors(settingsValidator.Errors(settings), settings, 'settings').message;
  }
  for (const [index, track] of listOf(value.tracks).entries()) {
    if (trackValidator.Check(track)) continue;
    return describeSchemaErrors(trackValidator.Errors(track), track, `tracks[${index}]`).message;
  }
  for (const [index, clip] of listOf(value.clips).entries()) {
    if (clipValidator.Check(clip)) continue;
    return describeSchemaErrors(clipValidator.Errors(clip), clip, `clips[${index}]`).message;
  }
  // What is left is wrong around them; with the lists cut short, finding it costs the same for any size.
  const around = Object.fromEntries(Object.entries(value).map(([field, item]) => [field, emptied(item)]));
  return describeSchemaErrors(documentValidator.Errors(around), around, 'document').message;
}

/** What a schema cannot say: ids are unique and clips lie on tracks that exist. */
function inconsistency(document: Document): string | null {
  const trackIds = new Set<number>();
  for (const [index, track] of document.tracks.entries()) {
    if (trackIds.has(track.id)) return `tracks[${index}].id ${track.id} is used twice. Give each track its own id.`;
    trackIds.add(track.id);
  }
  const clipIds = new Set<string>();
  for (const [index, clip] of document.clips.entries()) {
    if (clipIds.has(clip.id)) return `clips[${index}].id "${clip.id}" is used twice. Give each clip its own id.`;
    clipIds.add(clip.id);
    if (!trackIds.has(clip.trackIndex)) {
      return `clips[${index}].trackIndex ${clip.trackIndex} is not the id of a track. Use one of ${[...trackIds].join(', ')}.`;
    }
    if ((clip.cropL ?? 0) + (clip.cropR ?? 0) >= 1 || (clip.cropT ?? 0) + (clip.cropB ?? 0) >= 1) {
      return `clips[${index}] is cropped away. Keep cropL + cropR and cropT + cropB below 1.`;
    }
    if (clip.type === 'text' && !clip.textStyle) {
      return `clips[${index}] is a text clip without textStyle. Add textStyle with its content.`;
    }
    if (clip.type === 'shape' && !clip.shape) {
      return `clips[${index}] is a shape clip without shape. Add shape with its kind.`;
    }
  }
  return null;
}

function emptied(value: unknown): unknown {
  return Array.isArray(value) ? [] : value;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function invalid(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

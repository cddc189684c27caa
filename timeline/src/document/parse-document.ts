import { Compile } from '#typebox';
import { FramemillError } from '../errors/framemill-error.ts';
import { ClipSchema } from './clip.ts';
import { CLIP_DEFAULTS } from './clip-fields.ts';
import { compositionFaults } from './composition-faults.ts';
import {
  CompositionSchema,
  CompositionSettingsSchema,
  type Document,
  DocumentSchema,
  SettingsSchema,
} from './document.ts';
import { isRecord } from './json.ts';
import { LIMITS } from './limits.ts';
import { describeSchemaErrors, type SchemaProblem } from './schema-error.ts';
import { TrackDefSchema } from './track.ts';

// Compiled once: validating 1,000 clips then takes about a millisecond.
const documentValidator = Compile(DocumentSchema);
// Validators of the parts, for error messages about a single part.
const settingsValidator = Compile(SettingsSchema);
const trackValidator = Compile(TrackDefSchema);
const clipValidator = Compile(ClipSchema);
const compositionSettingsValidator = Compile(CompositionSettingsSchema);
const compositionValidator = Compile(CompositionSchema);

/**
 * Validates an untrusted document and returns it. Missing clip fields that have a neutral value are filled in.
 * Returns `value` itself when nothing is missing. Throws `invalid_request` that names the path (also as `field`), the
 * value and what to do.
 */
export function parseDocument(value: unknown): Document {
  const complete = documentValidator.Check(value) ? value : withDefaults(value);
  if (!documentValidator.Check(complete)) throw invalid(schemaProblems(complete).next().value);
  for (const problem of inconsistencies(complete)) throw invalid(problem);
  return complete;
}

/**
 * Returns the problems of an untrusted document: at most one per clip, track or other part, and at most `most`. Empty
 * when `parseDocument` accepts the document.
 */
export function documentProblems(value: unknown, most: number): SchemaProblem[] {
  const complete = documentValidator.Check(value) ? value : withDefaults(value);
  const found = documentValidator.Check(complete) ? inconsistencies(complete) : schemaProblems(complete);
  return found.take(most).toArray();
}

function withDefaults(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value.clips)) return value;
  const clips = value.clips.map((clip: unknown) =>
    isRecord(clip) ? { ...CLIP_DEFAULTS, mediaDuration: clip.duration, ...clip } : clip,
  );
  if (!Array.isArray(value.compositions)) return { ...value, clips };
  return { ...value, clips, compositions: value.compositions.map(withDefaults) };
}

/**
 * Yields the schema problems of a document, at least one. Clips, tracks and settings are validated one by one:
 * collecting the errors of one clip is cheap, those of 10,000 clips together is not.
 */
function* schemaProblems(value: unknown): Generator<SchemaProblem, undefined> {
  if (!isRecord(value)) {
    yield problem('document', 'The document must be an object with version, settings, tracks and clips.');
    return;
  }
  yield* timelineProblems(value, { root: 'document', prefix: '' });
}

/** Timeline that is validated: the document (`prefix` empty), or one of its compositions. */
interface TimelinePlace {
  /** Path of the timeline in messages, and the beginning of the paths of its parts. */
  root: string;
  prefix: string;
}

function* timelineProblems(value: Record<string, unknown>, place: TimelinePlace): Generator<SchemaProblem, undefined> {
  const { root, prefix } = place;
  let isOversized = false;
  for (const list of ['clips', 'tracks', 'markers', 'compositions'] as const) {
    const count = listOf(value[list]).length;
    if (count <= LIMITS[list]) continue;
    isOversized = true;
    yield problem(prefix + list, `${root}.${list} has ${count} entries; the limit is ${LIMITS[list]}. Remove some.`);
  }
  if (isOversized) return;
  let isPart = false;
  for (const found of partProblems(value, place)) {
    isPart = true;
    yield found;
  }
  // Validate the rest with emptied lists, so that the cost does not depend on the size of the document.
  const around = Object.fromEntries(Object.entries(value).map(([field, item]) => [field, emptied(item)]));
  const validator = prefix === '' ? documentValidator : compositionValidator;
  const errors = validator.Errors(around).filter(({ instancePath }) => !isPart || !isInPart(instancePath));
  if (errors.length > 0) yield describeSchemaErrors(errors, around, root);
}

function* partProblems(value: Record<string, unknown>, { prefix }: TimelinePlace): Generator<SchemaProblem, undefined> {
  const { settings } = value;
  const ofSettings = prefix === '' ? settingsValidator : compositionSettingsValidator;
  if (isRecord(settings) && !ofSettings.Check(settings)) {
    yield describeSchemaErrors(ofSettings.Errors(settings), settings, `${prefix}settings`);
  }
  for (const [index, track] of listOf(value.tracks).entries()) {
    if (!trackValidator.Check(track))
      yield describeSchemaErrors(trackValidator.Errors(track), track, `${prefix}tracks[${index}]`);
  }
  for (const [index, clip] of listOf(value.clips).entries()) {
    if (!clipValidator.Check(clip))
      yield describeSchemaErrors(clipValidator.Errors(clip), clip, `${prefix}clips[${index}]`);
  }
  if (prefix !== '') return;
  for (const [index, composition] of listOf(value.compositions).entries()) {
    const root = `compositions[${index}]`;
    if (isRecord(composition)) yield* timelineProblems(composition, { root, prefix: `${root}.` });
    else yield problem(root, `${root} must be an object with id, name, settings, tracks and clips.`);
  }
}

/** Whether an error is inside the settings, which are validated separately and already reported. */
function isInPart(instancePath: string): boolean {
  return instancePath.startsWith('/settings/');
}

/**
 * Yields the problems that a schema cannot express, such as duplicate ids, clips on tracks that do not exist and
 * compositions that contain themselves.
 */
function* inconsistencies(document: Document): Generator<SchemaProblem, undefined> {
  yield* timelineInconsistencies(document, '');
  for (const [index, composition] of (document.compositions ?? []).entries()) {
    yield* timelineInconsistencies(composition, `compositions[${index}].`);
  }
  yield* compositionFaults(document);
}

function* timelineInconsistencies(
  { tracks, clips }: Pick<Document, 'tracks' | 'clips'>,
  prefix: string,
): Generator<SchemaProblem, undefined> {
  const trackIds = new Set<number>();
  for (const [index, { id }] of tracks.entries()) {
    if (trackIds.has(id)) {
      const at = `${prefix}tracks[${index}].id`;
      yield problem(at, `${at} ${id} is used twice. Give each track its own id.`);
    }
    trackIds.add(id);
  }
  const clipIds = new Set<string>();
  for (const [index, clip] of clips.entries()) {
    const at = `${prefix}clips[${index}]`;
    if (clipIds.has(clip.id))
      yield problem(`${at}.id`, `${at}.id "${clip.id}" is used twice. Give each clip its own id.`);
    clipIds.add(clip.id);
    if (!trackIds.has(clip.trackIndex)) {
      const message =
        `${at}.trackIndex ${clip.trackIndex} is not the id of a track. ` + `Use one of ${[...trackIds].join(', ')}.`;
      yield problem(`${at}.trackIndex`, message);
    }
    if ((clip.cropL ?? 0) + (clip.cropR ?? 0) >= 1 || (clip.cropT ?? 0) + (clip.cropB ?? 0) >= 1) {
      yield problem(at, `${at} is cropped away completely. Keep cropL + cropR and cropT + cropB below 1.`);
    }
    if (clip.durationFrom === 'media' && clip.type !== 'video' && clip.type !== 'audio') {
      const message = `${at}.durationFrom is media, but clips of type ${clip.type} have no media length. Leave it out.`;
      yield problem(`${at}.durationFrom`, message);
    }
    if (clip.type === 'text' && !clip.textStyle) {
      yield problem(at, `${at} is a text clip without textStyle. Add textStyle with its content.`);
    }
    if (clip.type === 'shape' && !clip.shape) {
      yield problem(at, `${at} is a shape clip without shape. Add shape with its kind.`);
    }
  }
}

function problem(path: string, message: string): SchemaProblem {
  return { path, message };
}

function emptied(value: unknown): unknown {
  return Array.isArray(value) ? [] : value;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function invalid(found: SchemaProblem | undefined): FramemillError {
  const { path, message } = found ?? problem('document', 'The document is not valid.');
  return new FramemillError('invalid_request', message, { field: path });
}

import { CLIP_DEFAULTS } from './clip-fields.ts';
import { DocumentSchema } from './document.ts';
import { isRecord } from './json.ts';
import { SOURCE_KEYWORD, SOURCES_KEYWORD } from './sources.ts';

/**
 * Fields that `parseDocument` fills in, with their values. The length of a source has no fixed default: it is the
 * clip's duration.
 */
const FILLED_IN: Readonly<Record<string, unknown>> = { ...CLIP_DEFAULTS, mediaDuration: undefined };

/**
 * Returns the JSON Schema (2020-12) of documents that `parseDocument` accepts, for third-party editors and validators.
 * It does not cover the checks that only `parseDocument` makes, such as duplicate ids and missing tracks. `$schema` is
 * allowed as a property.
 */
export function documentJsonSchema(): object {
  const document = plain(DocumentSchema);
  const { properties } = document;
  if (!isRecord(properties) || !isRecord(properties.clips) || !isRecord(properties.clips.items)) {
    throw new Error('The schema of the document has no clips.');
  }
  const clip = properties.clips.items;
  if (!isRecord(properties.compositions) || !isRecord(properties.compositions.items)) {
    throw new Error('The schema of the document has no compositions.');
  }
  const composition = properties.compositions.items;
  const required = Array.isArray(clip.required) ? clip.required.filter((name) => !Object.hasOwn(FILLED_IN, name)) : [];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Framemill project document',
    description:
      'A video. Times are seconds, places pixels from the centre of the canvas with y downwards, keyframe times ' +
      'relative to the start of their clip. The first track is the bottom layer; trackIndex of a clip is the id ' +
      'of its track.',
    ...document,
    properties: {
      $schema: { type: 'string', description: 'Address of this schema, for editors. Nothing else reads it.' },
      ...properties,
      clips: { ...properties.clips, items: { ...clip, required, properties: withDefaults(clip.properties) } },
      compositions: { ...properties.compositions, items: withListedClips(composition) },
    },
  };
}

/** Replaces the schema of a composition's clips by a reference to that of the document's own clips. */
function withListedClips(composition: Record<string, unknown>): object {
  const { properties } = composition;
  if (!isRecord(properties) || !isRecord(properties.clips)) throw new Error('A composition has no clips.');
  const clips = { ...properties.clips, items: { $ref: '#/properties/clips/items' } };
  return { ...composition, properties: { ...properties, clips } };
}

function withDefaults(properties: unknown): object {
  if (!isRecord(properties)) return {};
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = FILLED_IN[name];
    return [name, value === undefined || !isRecord(schema) ? schema : { ...schema, default: value }];
  });
  return Object.fromEntries(entries);
}

/** Converts a schema to plain JSON with the keywords of 2020-12, where the items of a tuple are `prefixItems`. */
function plain(schema: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === SOURCE_KEYWORD || key === SOURCES_KEYWORD) return undefined;
      if (!isRecord(value) || !Array.isArray(value.items)) return value;
      const { items, additionalItems = true, ...tuple } = value;
      return { ...tuple, prefixItems: items, items: additionalItems };
    }),
  );
}

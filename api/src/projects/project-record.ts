import {
  type Clip,
  type Composition,
  CompositionSettingsSchema,
  type Document,
  DocumentSchema,
  TrackDefSchema,
} from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';

/**
 * JSON Schema of a project's document in responses. Objects at every depth may contain further fields, because later
 * versions may add some.
 */
const DocumentViewSchema = Type.Unsafe<Document>({
  ...JSON.parse(JSON.stringify(DocumentSchema, opened)),
  title: 'Document',
  description: 'The document as it is stored; commands change it. Times in seconds, places in pixels from the centre.',
});

const SettingsView = Type.Object(
  {
    aspectRatio: Type.String(),
    width: Type.Number(),
    height: Type.Number(),
    fps: Type.Number(),
    background: Type.String(),
  },
  { title: 'ProjectSettings' },
);

const ClipSummary = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    name: Type.String(),
    start: Type.Number(),
    duration: Type.Number(),
    trackIndex: Type.Number({ description: 'A track id.' }),
    src: Type.String(),
    text: Type.Optional(Type.String({ description: 'The first 120 characters.' })),
    effects: Type.Array(Type.String()),
    keyframedProps: Type.Array(Type.String()),
    speed: Type.Optional(Type.Number({ description: 'Absent: 1.' })),
    transition: Type.Optional(
      Type.Object(
        { type: Type.String(), duration: Type.Number() },
        { description: 'From the clip before it, or at its end.' },
      ),
    ),
    graded: Type.Optional(Type.Literal(true, { description: 'It has a colour grade.' })),
  },
  { title: 'ClipSummary' },
);

// This schema is open, unlike the one used to check documents, because answers may get further fields.
const TrackView = Type.Object(TrackDefSchema.properties, { title: 'Track' });

const CompositionView = Type.Object(
  {
    id: Type.String({ description: 'The src of the clips that show it, and compositionId in commands.' }),
    name: Type.String(),
    settings: CompositionSettingsSchema,
    tracks: Type.Array(TrackView, { description: 'Bottom first.' }),
    clips: Type.Array(ClipSummary),
  },
  { title: 'CompositionSummary' },
);

/** Schema of a project in responses. Views `clips` and `document` add `tracks`, `clips` and `compositions`. */
export const ProjectRecordSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    rev: Type.Integer({ description: 'Grows by one with every saved change.' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
    durationSec: Type.Number(),
    clipCount: Type.Integer(),
    settings: SettingsView,
    workspaceId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: in no workspace.' }),
    tracks: Type.Optional(Type.Array(TrackView, { description: 'Bottom first.' })),
    clips: Type.Optional(Type.Array(ClipSummary)),
    compositions: Type.Optional(
      Type.Array(CompositionView, { description: 'Timelines that clips of type composition show; absent: none.' }),
    ),
  },
  {
    title: 'ProjectSummary',
    examples: [
      {
        ...{
          id: 'prj_0123456789abcdef0123456789abcdef',
          name: 'Holiday film',
          rev: 3,
          createdAt: '2026-11-21T10:00:00.000Z',
          updatedAt: '2026-11-21T10:00:00.000Z',
        },
        ...{ durationSec: 12.5, clipCount: 4, workspaceId: null },
        settings: { aspectRatio: '16:9', width: 1920, height: 1080, fps: 30, background: '#000000' },
      },
    ],
  },
);

/** Project in API responses; see `ProjectRecordSchema`. */
export type ProjectRecord = Static<typeof ProjectRecordSchema>;

/** Schema of a project in any view. View `document` adds `document`. */
export const FullProjectSchema = Type.Object(
  {
    ...ProjectRecordSchema.properties,
    document: Type.Optional(DocumentViewSchema),
  },
  { title: 'Project' },
);

/** Level of detail at which a response shows a project. */
export type ProjectView = 'summary' | 'clips' | 'document';

/** Columns of a project's database row that the API record of the project contains. */
export interface ProjectRow {
  id: string;
  name: string;
  rev: number;
  createdAt: Date;
  updatedAt: Date;
  durationSec: number;
  clipCount: number;
  workspaceId: string | null;
}

/** Part of a document that the view `summary` needs: its settings. */
export type SettingsOf = Pick<Document, 'settings'>;

/** Builds the record of a project in view `summary`. */
export function projectSummary(row: ProjectRow, { settings }: SettingsOf): ProjectRecord {
  const { aspectRatio, width, height, fps, background } = settings;
  return {
    id: row.id,
    name: row.name,
    rev: row.rev,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    durationSec: row.durationSec,
    clipCount: row.clipCount,
    settings: { aspectRatio, width, height, fps, background },
    workspaceId: row.workspaceId,
  };
}

/** Builds the record of a project in any view. */
export function projectRecord(
  row: ProjectRow,
  document: Document,
  view: ProjectView,
): Static<typeof FullProjectSchema> {
  const record = projectSummary(row, document);
  if (view === 'summary') return record;
  const detailed = {
    ...record,
    tracks: document.tracks,
    clips: document.clips.map(clipSummary),
    ...(document.compositions && { compositions: document.compositions.map(compositionView) }),
  };
  return view === 'document' ? { ...detailed, document } : detailed;
}

function compositionView({ id, name, settings, tracks, clips }: Composition): Static<typeof CompositionView> {
  return { id, name, settings, tracks, clips: clips.map(clipSummary) };
}

function clipSummary(clip: Clip): Static<typeof ClipSummary> {
  const { id, type, name, start, duration, trackIndex, src } = clip;
  const text = clip.textStyle?.content;
  return {
    id,
    type,
    name,
    start,
    duration,
    trackIndex,
    src,
    // Cut by characters, not UTF-16 units: half an emoji is not valid text.
    ...(text === undefined ? {} : { text: [...text.slice(0, 240)].slice(0, 120).join('') }),
    effects: (clip.effects ?? []).map((effect) => effect.type),
    keyframedProps: keyframedProps(clip),
    ...(clip.speed === 1 ? {} : { speed: clip.speed }),
    ...(clip.transition ? { transition: { type: clip.transition.type, duration: clip.transition.duration } } : {}),
    ...(clip.grade ? { graded: true as const } : {}),
  };
}

function keyframedProps(clip: Clip): string[] {
  return Object.entries(clip)
    .filter(([name, value]) => /^kf[A-Z]/.test(name) && Array.isArray(value) && value.length > 0)
    .map(([name]) => name.charAt(2).toLowerCase() + name.slice(3));
}

/**
 * Adapts one value of a JSON Schema while it is copied, for use as a reviver of `JSON.parse`.
 * It removes the keywords that forbid further fields, and renames the items of a tuple to `prefixItems`, as OpenAPI 3.1
 * requires.
 */
function opened(key: string, value: unknown): unknown {
  if (value === false && (key === 'additionalProperties' || key === 'additionalItems')) return undefined;
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items)) return value;
  const { items, ...tuple } = value;
  return { ...tuple, prefixItems: items };
}

import { Compile, type Static, Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand, type Outcome } from '../command/define-command.ts';
import { requireFrame } from '../command/requirements.ts';
import { type Clip, ClipSchema, HtmlSchema } from '../document/clip.ts';
import { CLOSED, MediaDurationSchema, positiveSeconds, text } from '../document/scalars.ts';
import { describeSchemaErrors } from '../document/schema-error.ts';
import { ShapeSchema } from '../document/shape.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { VALUE_PLACES } from '../document/value-places.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { followedBy } from '../edit/fixes.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { relocateClip } from '../edit/place-clip.ts';
import { withoutMediaLength } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import { followedClip, followsMedia } from '../media-length/follow-media.ts';
import { ClipIdParam } from './params.ts';

// Ids, effects, transitions and audio chains have commands of their own, which create ids and check what can be
// rendered. `durationFrom` is set by the duration `media`.
const {
  id: _id,
  type: _type,
  groupId: _groupId,
  effects: _effects,
  transition: _transition,
  chain: _chain,
  durationFrom: _durationFrom,
  ...fields
} = ClipSchema.properties;

const PatchSchema = Type.Partial(
  Type.Object({
    ...fields,
    duration: MediaDurationSchema,
    textStyle: Type.Partial(TextStyleSchema),
    shape: Type.Partial(ShapeSchema),
    html: Type.Partial(HtmlSchema),
  }),
);

const AllowedPatchSchema = Type.Object(PatchSchema.properties, CLOSED);
const allowed: ReadonlySet<string> = new Set(Object.keys(PatchSchema.properties));
const validator = Compile(AllowedPatchSchema);

export const updateClip = defineCommand({
  op: 'updateClip',
  description:
    'Changes fields of a clip. textStyle, shape and html are merged into what the clip has. variables and slots ' +
    'replace all that the clip had; {} takes them away. duration media: it lasts as long as its media, and later clips ' +
    'move with its end; in seconds it is a number again. Fields that a patch may not set are left out and named ' +
    'in ignored.',
  keywords: { 'rename clip': {}, 'change text': {}, 'edit words': {} },
  params: {
    clipId: ClipIdParam,
    patch: Type.Object(PatchSchema.properties, { description: 'New values by field.' }),
  },
  returns: {
    duration: Type.Optional(positiveSeconds('How long it lasts now, when that is as long as its media.')),
    ignored: Type.Optional(Type.Array(text(200, 'Name.'), { description: 'Fields of the patch that were left out.' })),
  },
  examples: [
    { title: 'Half transparent and larger', params: { clipId: 'clip-1', patch: { opacity: 0.5, scale: 1.2 } } },
    {
      title: 'Other words in the same style',
      params: { clipId: 'title-1', patch: { textStyle: { content: 'The end' } } },
    },
    {
      title: 'Its volume and opacity are variables of the project',
      params: { clipId: 'clip-1', patch: { variables: { volume: '{{loudness}}', opacity: '{{strength|0.5}}' } } },
    },
    {
      title: 'It lasts as long as its media',
      params: { clipId: 'clip-1', patch: { duration: 'media' } },
      gives: { duration: 12 },
    },
    {
      title: 'Ids stay',
      params: { clipId: 'clip-1', patch: { id: 'mine', name: 'Opening' } },
      gives: { ignored: ['id'] },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    const { patch, ignored } = allowedPatch(params.patch);
    if (typeof patch.duration === 'number') requireFrame(document, patch.duration);
    requireValuePlaces(clip, patch.variables);
    if (patch.src !== undefined) mediaForClip(patch.src, clip.type, context.media);
    requireSlots(patch.slots, patch.src ?? clip.src, context);
    const placed = relocateClip(document, clip, patched(clip, patch), patch.trackIndex);
    const outcome = isLasting(clip, patch) ? withMediaLength(placed, clip.id, context) : placed;
    return { document: outcome.document, data: ignored.length > 0 ? { ...outcome.data, ignored } : outcome.data };
  },
});

/** Fields that determine how much time the media of a clip takes to play. */
const LENGTH_FIELDS = ['src', 'mediaStart', 'speed', 'kfSpeed', 'freezeAt'] as const;

/** Whether a patch requires the clip's length to be computed again from its media. */
function isLasting(clip: Clip, patch: Patch): boolean {
  if (patch.duration !== undefined) return patch.duration === 'media';
  return followsMedia(clip) && LENGTH_FIELDS.some((field) => patch[field] !== undefined);
}

function withMediaLength(placed: Outcome, clipId: string, { media }: ReduceContext): Outcome {
  return followedBy(placed, followedClip(placed.document, clipId, media));
}

function requireValuePlaces(clip: Clip, variables: Clip['variables'] = {}): void {
  for (const field of Object.keys(variables)) {
    const [first = ''] = field.split('.');
    const isThere = !field.includes('.') || Object.hasOwn(clip, first);
    if (VALUE_PLACES.has(field) && isThere) continue;
    const some = [
      'volume',
      'opacity',
      'scale',
      'x',
      'y',
      'speed',
      'textStyle.color',
      'textStyle.fontSize',
      'shape.fill',
    ];
    throw refuse(
      VALUE_PLACES.has(field)
        ? `patch.variables names "${field}", but the clip has no ${first}. Choose a clip that has it, or set it first.`
        : `patch.variables names "${field}", which a variable cannot set. Variables set numbers and colours, such ` +
            `as ${some.join(', ')}.`,
    );
  }
}

/** Throws `invalid_request` for slots that the clip's animation does not have. */
function requireSlots(slots: Clip['slots'] = {}, src: string, { media }: ReduceContext): void {
  const names = Object.keys(slots);
  if (names.length === 0) return;
  const facts = media(src);
  if (facts?.kind !== 'animation') {
    throw refuse('patch.slots does not apply, because the clip shows no animation (Lottie). Choose a clip that does.');
  }
  const known = facts.animation?.slots.map(({ id }) => id) ?? [];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const has = known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.';
  throw refuse(`patch.slots names "${unknown}", which is no slot of the animation. ${has}`);
}

type Patch = Static<typeof AllowedPatchSchema>;

function allowedPatch(given: Record<string, unknown>): { patch: Patch; ignored: string[] } {
  const entries = Object.entries(given);
  const patch = Object.fromEntries(entries.filter(([field]) => allowed.has(field)));
  const ignored = entries.map(([field]) => field).filter((field) => !allowed.has(field));
  if (Object.keys(patch).length === 0) {
    throw refuse(
      `patch has no field that updateClip can set (got ${ignored.join(', ') || 'nothing'}). Use one of ` +
        `${[...allowed].join(', ')}.`,
    );
  }
  if (!validator.Check(patch)) throw refuse(describeSchemaErrors(validator.Errors(patch), patch, 'patch').message);
  return { patch, ignored };
}

function patched(clip: Clip, patch: Patch): Clip {
  const { textStyle, shape, html, duration, ...plain } = patch;
  const next: Clip = { ...(typeof duration === 'number' ? { ...withoutMediaLength(clip), duration } : clip), ...plain };
  if (textStyle) next.textStyle = { ...content(clip.textStyle, 'textStyle'), ...textStyle };
  if (shape) next.shape = { ...content(clip.shape, 'shape'), ...shape };
  if (html) next.html = { ...content(clip.html, 'html'), ...html };
  return next;
}

function content<Content>(current: Content | undefined, field: string): Content {
  if (current === undefined)
    throw refuse(`patch.${field} does not apply, because the clip has no ${field}. Choose a clip that has it.`);
  return current;
}

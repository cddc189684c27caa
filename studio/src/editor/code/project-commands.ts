import {
  applyCommands,
  type Clip,
  type Command,
  createDocument,
  type Document,
  type ReduceContext,
} from '@framemill/timeline';

/** What commands are checked with. */
export type ProgramContext = Pick<ReduceContext, 'catalogue' | 'media'>;

/** Most commands that one request takes. */
const MOST_COMMANDS = 200;

/**
 * Batches of commands that make a project's document of a new one, in order. In a batch a command may name what an earlier one
 * made (`$3.clipId`). Ids are new; ids of tracks are those that a new project gives. What no command sets is left out: ids that
 * effects draw at random with, and which filter brought an effect.
 */
export function projectCommands(document: Document, given: ProgramContext): Command[][] {
  const program = openProgram(given);
  const { aspectRatio, width, height, fps, background } = document.settings;
  program.batch(() => program.add({ op: 'setProjectSettings', aspectRatio, width, height, fps, background }));
  const trackOf = addTracks(program, document);
  for (const clips of inGroups(document.clips)) {
    program.batch(() => {
      const made = clips.flatMap((clip) => addClip(program, clip, trackOf) ?? []);
      const grouped = (clipIds: string[]) => ({ op: 'groupClips', clipIds });
      if (made.length > 1) program.add(grouped(made.map(({ name }) => name)), grouped(made.map(({ id }) => id)));
    });
  }
  const markers = (document.markers ?? []).map(({ id: _, ...marker }) => marker);
  if (markers.length > 0) program.batch(() => program.add({ op: 'addMarkers', markers }));
  // Last: nothing can be put on a locked track.
  for (const { id, locked } of document.tracks) {
    if (locked) program.batch(() => program.add({ op: 'updateTrack', trackId: trackOf.get(id), locked }));
  }
  return program.batches();
}

type Program = ReturnType<typeof openProgram>;

/** Commands with the document that they have made so far. What `batch` adds stays in one request, where it may refer to itself. */
function openProgram(given: ProgramContext) {
  let serial = 0;
  const newId = (kind: string) => `${kind}-${++serial}`;
  let document = createDocument();
  const batches: Command[][] = [[]];
  let begun: Command[] = [];
  return {
    document: () => document,
    /** Adds a command and returns what it gave, and its place in the request, for references. Null: it cannot be made. */
    add(command: Command, own: Command = command): { data: Record<string, unknown>; place: number } | null {
      const applied = applyCommands(document, [own], { ...given, newId });
      const [result] = applied.results;
      if (!result?.ok) return null;
      document = applied.document;
      begun.push(command);
      return { data: result.data ?? {}, place: (batches.at(-1)?.length ?? 0) + begun.length - 1 };
    },
    batch(fill: () => void): void {
      // References count from the start of a request: one that might not take all of it is left as it is.
      if ((batches.at(-1)?.length ?? 0) > MOST_COMMANDS - 60) batches.push([]);
      fill();
      batches.at(-1)?.push(...begun);
      begun = [];
    },
    batches: () => batches.filter((commands) => commands.length > 0),
  };
}

/** Makes the tracks; returns their ids in the new project by those of the old one. */
function addTracks(program: Program, { tracks }: Document): ReadonlyMap<number, number> {
  const first = program.document().tracks;
  // The tracks of a new project stay where the old one has them, too, in their order.
  const kept = tracks.filter(({ id, type }) => first.some((track) => track.id === id && track.type === type));
  const isUsual = first.every(({ id }, place) => kept[place]?.id === id);
  const ids = new Map<number, number>();
  tracks.forEach((track, index) => {
    const { id, type, label, color, muted, visible } = track;
    program.batch(() => {
      const own = isUsual && kept.includes(track) ? id : undefined;
      const made = own ?? Number(program.add({ op: 'addTrack', type, label, index })?.data.trackId);
      ids.set(id, made);
      const now = program.document().tracks.find((one) => one.id === made);
      const changes = Object.entries({ label, color, muted, visible }).filter(
        ([field, value]) => now && Reflect.get(now, field) !== value,
      );
      if (changes.length > 0) program.add({ op: 'updateTrack', trackId: made, ...Object.fromEntries(changes) });
    });
  });
  if (!isUsual) {
    for (const { id } of first) program.batch(() => program.add({ op: 'removeTrack', trackId: id }));
  }
  return ids;
}

/** Clips that stand together in a group, and each other one by itself; in order of their start. */
function inGroups(clips: readonly Clip[]): Clip[][] {
  const inOrder = clips.toSorted((a, b) => a.start - b.start);
  return [...Map.groupBy(inOrder, ({ groupId, id }) => groupId ?? id).values()];
}

/** Adds a clip with all that it has. Returns its id, and what later commands of the request call it; null: it cannot be made. */
function addClip(program: Program, clip: Clip, trackOf: ReadonlyMap<number, number>) {
  const made = program.add(creationOf(clip, trackOf.get(clip.trackIndex)));
  const id = made?.data.clipId;
  if (!made || typeof id !== 'string') return null;
  const name = `$${made.place}.clipId`;
  const add = (op: string, params: object) =>
    program.add({ op, clipId: name, ...params }, { op, clipId: id, ...params });
  const patch = patchOf(
    program.document().clips.find((one) => one.id === id),
    clip,
  );
  if (Object.keys(patch).length > 0) add('updateClip', { patch });
  for (const { type, params, enabled } of clip.effects ?? []) {
    const effect = add('addEffect', { type, params });
    if (!effect || enabled) continue;
    const effectId = String(effect.data.effectId);
    const off = { op: 'updateEffect', clipId: name, effectId: `$${effect.place}.effectId`, enabled: false };
    program.add(off, { ...off, clipId: id, effectId });
  }
  if (clip.chain) add('setAudioEffects', { chain: clip.chain });
  if (clip.transition) add('setTransition', clip.transition);
  return { id, name };
}

function creationOf(clip: Clip, trackIndex: number | undefined): Command {
  const { type, src, start, duration, mediaStart, mediaDuration, textStyle, shape, html } = clip;
  const place = { start, duration, ...(trackIndex === undefined ? {} : { trackIndex }) };
  switch (type) {
    case 'text':
      return { op: 'addTextClip', text: textStyle?.content ?? '', ...place };
    case 'shape':
      return {
        op: 'addShapeClip',
        kind: shape?.kind,
        ...(shape?.d === undefined ? {} : { style: { d: shape.d } }),
        ...place,
      };
    case 'html':
      return { op: 'addHtmlClip', html: html?.html ?? '', ...place };
    case 'adjustment':
      return { op: 'addAdjustmentLayer', ...place };
    default:
      return { op: 'addClip', type, src, mediaStart, mediaDuration, ...place };
  }
}

/** Fields that other commands set, or none. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['id', 'type', 'trackIndex', 'groupId', 'effects', 'transition', 'chain', 'effectsOf', 'effectsFrom'],
]);

/** What of a clip is still other than wanted. */
function patchOf(made: Clip | undefined, wanted: Clip): Record<string, unknown> {
  if (!made) return {};
  const fields = Object.entries(wanted).filter(([field, value]) => {
    return !ELSEWHERE.has(field) && JSON.stringify(Reflect.get(made, field)) !== JSON.stringify(value);
  });
  return Object.fromEntries(fields);
}

import {
  applyCommands,
  type Clip,
  type Command,
  createDocument,
  type Document,
  type ReduceContext,
} from '@framemill/timeline';

/** Catalogue and media metadata against which commands are validated. */
export type ProgramContext = Pick<ReduceContext, 'catalogue' | 'media'>;

/** Maximum number of commands in one request. */
const MOST_COMMANDS = 200;

/**
 * Returns batches of commands that create a copy of a document in a new project, in order. A command may refer to a
 * result of an earlier command of its batch (`$3.clipId`). All ids are new; track ids are those that the new project
 * assigns. The copy lacks the fields that no command can set: effect ids, which seed random effects, and the filter
 * that an effect came from. It also lacks compositions and the clips that show them.
 */
export function projectCommands(document: Document, given: ProgramContext): Command[][] {
  const program = openProgram(given);
  const { aspectRatio, width, height, fps, background } = document.settings;
  program.batch(() => program.add({ op: 'setProjectSettings', aspectRatio, width, height, fps, background }));
  const trackOf = addTracks(program, document);
  for (const clips of inGroups(document.clips.filter(({ type }) => type !== 'composition'))) {
    program.batch(() => {
      const made = clips.flatMap((clip) => addClip(program, clip, trackOf) ?? []);
      const grouped = (clipIds: string[]) => ({ op: 'groupClips', clipIds });
      if (made.length > 1) program.add(grouped(made.map(({ name }) => name)), grouped(made.map(({ id }) => id)));
    });
  }
  const markers = (document.markers ?? []).map(({ id: _, ...marker }) => marker);
  if (markers.length > 0) program.batch(() => program.add({ op: 'addMarkers', markers }));
  // Tracks are locked last, because nothing can be added to a locked track.
  for (const { id, locked } of document.tracks) {
    if (locked) program.batch(() => program.add({ op: 'updateTrack', trackId: trackOf.get(id), locked }));
  }
  return program.batches();
}

type Program = ReturnType<typeof openProgram>;

/**
 * Collects commands into batches and applies them to a new document. All commands that one `batch` call adds stay in
 * one request, so that they can refer to each other.
 */
function openProgram(given: ProgramContext) {
  let serial = 0;
  const newId = (kind: string) => `${kind}-${++serial}`;
  let document = createDocument();
  const batches: Command[][] = [[]];
  let begun: Command[] = [];
  return {
    document: () => document,
    /**
     * Adds a command. Returns the data of its result and its index in the request, which later commands can refer to;
     * null when the command is refused. `own` is the same command with ids in place of references, for the local
     * document.
     */
    add(command: Command, own: Command = command): { data: Record<string, unknown>; place: number } | null {
      const applied = applyCommands(document, [own], { ...given, newId });
      const [result] = applied.results;
      if (!result?.ok) return null;
      document = applied.document;
      begun.push(command);
      return { data: result.data ?? {}, place: (batches.at(-1)?.length ?? 0) + begun.length - 1 };
    },
    batch(fill: () => void): void {
      // References count from the start of a request. Start a new one when the commands might not fit into the current
      // one.
      if ((batches.at(-1)?.length ?? 0) > MOST_COMMANDS - 60) batches.push([]);
      fill();
      batches.at(-1)?.push(...begun);
      begun = [];
    },
    batches: () => batches.filter((commands) => commands.length > 0),
  };
}

/** Creates the tracks and returns their ids in the new project by their old ids. */
function addTracks(program: Program, { tracks }: Document): ReadonlyMap<number, number> {
  const first = program.document().tracks;
  // The tracks of a new project are reused if the old project has them in the same order.
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

/** Returns the clips of each group together and every other clip alone, in order of start. */
function inGroups(clips: readonly Clip[]): Clip[][] {
  const inOrder = clips.toSorted((a, b) => a.start - b.start);
  return [...Map.groupBy(inOrder, ({ groupId, id }) => groupId ?? id).values()];
}

/**
 * Adds commands that create a clip with its effects and transition. Returns its id, and the reference to it for later
 * commands of the request; null when it cannot be created.
 */
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

/** Clip fields that `updateClip` must not set, because other commands set them or none can. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['id', 'type', 'trackIndex', 'groupId', 'effects', 'transition', 'chain', 'effectsOf', 'effectsFrom'],
]);

/** Returns the fields of `wanted` that differ in the created clip. */
function patchOf(made: Clip | undefined, wanted: Clip): Record<string, unknown> {
  if (!made) return {};
  const fields = Object.entries(wanted).filter(([field, value]) => {
    return !ELSEWHERE.has(field) && JSON.stringify(Reflect.get(made, field)) !== JSON.stringify(value);
  });
  return Object.fromEntries(fields);
}

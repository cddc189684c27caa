import { applyCommands, type Clip, type CommandResult, type Document, type ReduceContext } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Measures } from './clip-box.ts';
import { readInstruction } from './read-instruction.ts';
import { NEW_CLIP, type Plan, type RuleResult, type Scene } from './rule.ts';
import { rules } from './rules/index.ts';
import type { Bare } from './split-instructions.ts';
import { strayChange, strayFrom } from './stray-change.ts';

/** Reason given for a text that no rule understands. */
export const UNKNOWN =
  'The offline planner cannot plan this text. It supports titles, trims, cuts, speed, transitions, filters, zooms, ' +
  'fades, volume, ducking, layouts, markers and deleting. Rephrase the text, or send commands.';
const LOST = 'It is not clear what "it" means: the text before it has no plan. Name the clip: the first title, clip 2.';

/** Plan, with the document and the command results that it leads to. Commands name clips by their ids in `document`. */
export interface DonePlan extends Plan {
  document: Document;
  results: CommandResult[];
}

/** State of planning the edits that a message asks for, after the instructions of the message planned so far. */
export interface Progress extends DonePlan {
  about: readonly Clip[];
  /**
   * First word of the last instruction that was understood. It is added to texts without a verb, such as "the beach" in
   * "mute the intro, the beach".
   */
  verb: string;
  /** Number of segments of the message that no rule understood. */
  left: number;
  /**
   * Whether the last instruction was not understood. A following "it" could then mean a clip that the planner does not
   * know.
   */
  isLost: boolean;
  /** Whether a heading named the clips that the lines after it apply to. */
  hasTopic: boolean;
  mediaName: (src: string) => string | null;
  measures: Measures;
  /** Lowercase words of the project's names and texts. */
  names: ReadonlySet<string>;
  bare: Bare;
  context: ReduceContext;
}

/**
 * Returns a copy of the planning state, with which a caller can try an interpretation of an instruction without
 * changing the original.
 */
export const copyOf = (progress: Progress): Progress => ({
  ...progress,
  commands: [...progress.commands],
  unresolved: progress.unresolved.map((one) => ({ ...one })),
  results: [...progress.results],
});

/** Returns the context in which the rules read the next instruction. */
export function sceneOf(progress: Progress, degree = 1): Scene {
  return {
    ...{ document: withNames(progress), about: progress.about, except: '', isAmong: false, itMayBeFilm: false, degree },
    ...{ measures: progress.measures, unquoted: progress.bare.unquoted },
  };
}

/**
 * Returns a copy of the document in which clips without a name have the name of their media file.
 * The copy is used to find clips by name only; commands run on the original document.
 */
function withNames({ document, mediaName }: Progress): Document {
  const named = (clip: Clip) =>
    clip.name === '' && clip.src !== '' ? { ...clip, name: mediaName(clip.src) ?? '' } : clip;
  return { ...document, clips: document.clips.map(named) };
}

/**
 * Plans an instruction by rules and adds the result to the plan. `reading` is one possible wording of the instruction.
 * Returns `true` on success, `null` when no rule understands this wording, and otherwise the reason why the instruction
 * cannot be carried out.
 */
export function tryReading(reading: string, progress: Progress, isLater = false): true | string | null {
  const { text: instruction, degree } = readInstruction(reading);
  if (progress.isLost && pronouns.test(instruction)) return LOST;
  let usesAbout = false;
  const scene: Scene = Object.defineProperty(sceneOf(progress, degree), 'about', {
    enumerable: true,
    get() {
      usesAbout = true;
      return progress.about;
    },
  });
  const result = ruleFor(instruction, scene) ?? exceptFor(instruction, scene);
  if (result === null) return null;
  // The topic comes from an earlier text that was not understood.
  if (progress.isLost && usesAbout) return LOST;
  if ('reason' in result) return result.reason;
  const why = putOn(progress, result.commands, instruction, isLater);
  const { about } = result;
  if (why === null && about !== undefined)
    progress.about = progress.document.clips.filter(({ id }) => about.includes(id));
  if (why === null) progress.verb = /^[\p{L}-]+/u.exec(instruction)?.[0] ?? '';
  return why ?? true;
}

/**
 * Runs commands and adds them to the plan: all of them or, if one fails, none.
 * Returns `null` on success, or the reason for the failure.
 */
export function putOn(
  progress: Progress,
  commands: CommandInput[],
  instruction: string,
  isLater = false,
): string | null {
  const tried = tryCommands(progress.document, commands, progress.context);
  if (tried.failure !== null) return tried.failure;
  const scene = sceneOf(progress);
  const stray =
    strayChange(instruction, scene, tried.document) ?? (isLater ? strayFrom(scene, instruction, tried.document) : null);
  if (stray !== null) return stray;
  progress.document = tried.document;
  progress.isLost = false;
  progress.commands.push(...tried.commands);
  progress.results.push(...tried.results);
  progress.about = tried.about.length > 0 ? tried.about : progress.about;
  return null;
}

const pronouns = /\b(?:it|its|them|they|their|those|these|rest|others?|remaining|there|instead)\b/i;

/**
 * Returns the result of the first rule that understands every word. A rule that returns only a reason is used when no
 * other rule returns commands.
 */
function ruleFor(instruction: string, scene: Scene): RuleResult | null {
  let reason: RuleResult | null = null;
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const match = pattern.exec(instruction);
      const result = match === null ? null : rule.plan({ ...match.groups }, scene, instruction);
      if (result !== null && 'commands' in result) return result;
      reason ??= result;
    }
  }
  return reason;
}

/**
 * Plans an instruction that ends with an exception, as in "Make everything grey except the last clip".
 * The rule for the part before the exception plans it.
 */
function exceptFor(instruction: string, scene: Scene): RuleResult | null {
  const said = /^(.+?),?\s+(?:except(?:\s+for)?|but\s+not|apart\s+from|other\s+than)\s+(.+)$/i.exec(instruction);
  return said ? ruleFor(said[1] ?? '', Object.create(scene, { except: { value: said[2] ?? '' } })) : null;
}

/**
 * Runs the commands of one instruction: all of them or none. `NEW_CLIP` stands for the clip that the preceding command
 * created. On failure `failure` is the reason and `document` is unchanged.
 */
function tryCommands(document: Document, commands: CommandInput[], context: ReduceContext) {
  let state = document;
  const done: CommandInput[] = [];
  const results: CommandResult[] = [];
  const about = new Set<string>();
  let made: unknown = null;
  for (const command of commands) {
    const isForNew = 'clipId' in command && command.clipId === NEW_CLIP;
    const own: CommandInput = isForNew ? Object.assign({}, command, { clipId: made }) : command;
    const outcome = applyCommands(state, [own], context);
    const [result] = outcome.results;
    if (!result?.ok) {
      const failure = result?.error ?? outcome.blocked[0]?.reason ?? 'The plan of the account does not allow this.';
      return { document, commands: [], results: [], about: [], failure };
    }
    if (result.data && 'clipId' in result.data) made = result.data.clipId;
    else if (Array.isArray(result.data?.clipIds)) made = result.data.clipIds.at(-1);
    state = outcome.document;
    done.push(own);
    results.push(result);
    // After a duplicate was created, "it" means the duplicate.
    for (const id of own.op === 'duplicateClip' ? clipIdsIn(result.data) : clipIdsIn(own, result.data)) about.add(id);
  }
  return { document: state, commands: done, results, about: clipsOf(about, document, state), failure: null };
}

/**
 * Returns the clips with these ids, as they are after the commands. Clips that the commands removed are returned as
 * they were before.
 */
function clipsOf(ids: ReadonlySet<string>, before: Document, after: Document): Clip[] {
  const gone = before.clips.filter(({ id }) => !after.clips.some((clip) => clip.id === id));
  return [...gone, ...after.clips].filter(({ id }) => ids.has(id));
}

/** Returns the ids of the clips that a command names or creates. */
function clipIdsIn(...records: (Record<string, unknown> | undefined)[]): string[] {
  return records.flatMap((record) => [record?.clipId, record?.clipIds].flat()).filter((id) => typeof id === 'string');
}

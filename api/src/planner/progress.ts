import type { Clip, CommandResult, Document, ReduceContext } from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Measures } from './clip-box.ts';
import type { Plan } from './plan.ts';
import { readInstruction } from './read-instruction.ts';
import type { RuleResult, Scene } from './rule.ts';
import { rules } from './rules/index.ts';
import type { Bare } from './split-instructions.ts';
import { strayChange, strayFrom } from './stray-change.ts';
import { tryCommands } from './try-commands.ts';

/** What is said of what no rule understands. */
export const UNKNOWN =
  'The offline planner does not understand this. It knows titles, trims, cuts, speed, transitions, filters, zooms, fades, ' +
  'volume, ducking, layouts, markers and deleting; or send the commands themselves.';
const LOST = 'It is not clear what "it" is: what comes before was not understood. Name it: the first title, clip 2.';

/** A plan and what it makes of the project. Its commands name clips by the ids that they have in `document`. */
export interface DonePlan extends Plan {
  document: Document;
  results: CommandResult[];
}

/** How far a plan has come. */
export interface Progress extends DonePlan {
  about: readonly Clip[];
  /** First word of the last instruction that was understood: "mute the intro, the beach" goes on with it. */
  verb: string;
  /** How many segments nothing understood. */
  left: number;
  /** Whether the last instruction was not understood: "it" would name something else than is meant. */
  isLost: boolean;
  /** Whether a heading named what the lines after it are about. */
  hasTopic: boolean;
  mediaName: (src: string) => string | null;
  measures: Measures;
  /** Words of the project. */
  names: ReadonlySet<string>;
  bare: Bare;
  context: ReduceContext;
}

/** A plan as far as it has come, to try something on. */
export const copyOf = (progress: Progress): Progress => ({
  ...progress,
  commands: [...progress.commands],
  unresolved: progress.unresolved.map((one) => ({ ...one })),
  results: [...progress.results],
});

/** What an instruction is read in, as far as the plan has come. */
export function sceneOf(progress: Progress, degree = 1): Scene {
  return {
    ...{ document: withNames(progress), about: progress.about, except: '', isAmong: false, itMayBeFilm: false, degree },
    ...{ measures: progress.measures, unquoted: progress.bare.unquoted },
  };
}

/** The document as people speak of it: clips without a name go by their media's. Commands run on the document itself. */
function withNames({ document, mediaName }: Progress): Document {
  const named = (clip: Clip) =>
    clip.name === '' && clip.src !== '' ? { ...clip, name: mediaName(clip.src) ?? '' } : clip;
  return { ...document, clips: document.clips.map(named) };
}

/** Plans one reading of an instruction by rules and puts it onto the plan. A string: why not. null: nothing understands it. */
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
  // What it is about was said before, in words that nothing understood.
  if (progress.isLost && usesAbout) return LOST;
  if ('reason' in result) return result.reason;
  const why = putOn(progress, result.commands, instruction, isLater);
  const { about } = result;
  if (why === null && about !== undefined)
    progress.about = progress.document.clips.filter(({ id }) => about.includes(id));
  if (why === null) progress.verb = /^[\p{L}-]+/u.exec(instruction)?.[0] ?? '';
  return why ?? true;
}

/** Runs commands and adds them to the plan: all or none. Answers why not; null: it did. */
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

/** The first rule that understands every word. A rule that only knows why not comes after those that can do it. */
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

/** "Make everything grey except the last clip": the rule for what stands before, without the clips named behind. */
function exceptFor(instruction: string, scene: Scene): RuleResult | null {
  const said = /^(.+?),?\s+(?:except(?:\s+for)?|but\s+not|apart\s+from|other\s+than)\s+(.+)$/i.exec(instruction);
  return said ? ruleFor(said[1] ?? '', Object.create(scene, { except: { value: said[2] ?? '' } })) : null;
}

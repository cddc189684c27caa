import {
  applyCommands,
  type Clip,
  type CommandResult,
  type Document,
  estimateText,
  type ReduceContext,
} from '@framemill/timeline';
import type { CommandInput } from '../projects/command-batch.ts';
import type { Measures } from './clip-box.ts';
import { findClips, wordsOf } from './find-clips.ts';
import { repair } from './normalise.ts';
import type { Plan } from './plan.ts';
import { asOrders, isCourtesy, readInstruction } from './read-instruction.ts';
import { reword } from './reword.ts';
import { NEW_CLIP, type RuleResult, type Scene } from './rule.ts';
import { rules } from './rules/index.ts';
import { type Bare, readSegments, readSentences, type Segment } from './split-instructions.ts';
import { NUMBER, QUOTED, re, say, TIME } from './words.ts';

/** What is said of what no rule understands. */
const UNKNOWN =
  'The offline planner does not understand this. It knows titles, trims, cuts, speed, transitions, filters, zooms, fades, ' +
  'volume, ducking, layouts, markers and deleting; or send the commands themselves.';
const NOT_AN_ORDER = 'This asks for no change, or only under a condition, so nothing was changed. Say what to do.';
const CORRECTED = 'This takes back a part of itself, so nothing was done. Say only what to do.';
const LOST = 'It is not clear what "it" is: what comes before was not understood. Name it: the first title, clip 2.';
const NEGATED = 'This says what is not to be done, so nothing was done for it.';

/** Most segments that one instruction spans, and its most characters, quotes aside. More would make long nonsense slow. */
const MOST_SEGMENTS = 7;
const MOST_CHARS = 240;
/** So many segments that nothing understands are enough: what comes after them in the message is left as well. */
const MOST_LEFT = 8;
/** Most segments of an instruction that is read in other words too. */
const MOST_REWORDED = 3;

/** A plan and what it makes of the project. Its commands name clips by the ids that they have in `document`. */
export interface DonePlan extends Plan {
  document: Document;
  results: CommandResult[];
}

/** What a plan may know besides the project. */
export interface PlanOptions {
  /** Name of a source, for clips that have no name of their own. */
  mediaName?: (src: string) => string | null;
  /** Size of a text in pixels; estimated from its font size when absent. */
  measureText?: Measures['measureText'];
}

/** How far a plan has come. */
interface Progress extends DonePlan {
  about: readonly Clip[];
  /** First word of the last instruction that was understood: "mute the intro, the beach" goes on with it. */
  verb: string;
  /** How many segments nothing understood. */
  left: number;
  /** Whether the last instruction was not understood: "it" would name something else than is meant. */
  isLost: boolean;
  mediaName: (src: string) => string | null;
  measures: Measures;
  /** Words of the project. */
  names: ReadonlySet<string>;
}

/**
 * Plans a message by rules, with no model: instruction by instruction, each on the outcome of those before. A rule must
 * understand every word of an instruction. What none understands, or what the project does not allow, is `unresolved`;
 * nothing is touched for it.
 */
export function planByRules(
  message: string,
  document: Document,
  context: ReduceContext,
  { mediaName = () => null, measureText = estimateText }: PlanOptions = {},
): DonePlan {
  const names = wordsOf(document, mediaName);
  const bare = readSentences(message, names);
  const progress: Progress = {
    commands: [],
    unresolved: [],
    results: [],
    document,
    about: [],
    verb: '',
    left: 0,
    isLost: false,
    mediaName,
    measures: { media: context.media, measureText },
    names,
  };
  const isCorrected = bare.sentences.some((sentence) => correction.test(sentence));
  for (const sentence of bare.sentences) {
    if (isCorrected) leave(progress, bare, sentence, CORRECTED);
    else if (isCourtesy(sentence)) progress.verb ||= 'please';
    else if (isNoOrder(sentence)) leave(progress, bare, sentence, NOT_AN_ORDER);
    else planSentence(readSegments(pronounsFirst(sentence.replace(/[.;!?]+$/, ''))), progress, bare, context);
  }
  if (
    bare.sentences.length === 0 ||
    (progress.results.length === 0 && progress.unresolved.length === 0 && progress.verb === '')
  ) {
    leave(progress, bare, message, UNKNOWN);
  }
  const { commands, unresolved, results } = progress;
  return { commands, unresolved, results, document: progress.document };
}

/** Takes the longest run of segments that a rule understands, again and again. */
function planSentence(segments: Segment[], progress: Progress, bare: Bare, context: ReduceContext): void {
  let index = noteRemark(segments, progress);
  let wasLeft = false;
  while (index < segments.length) {
    if (progress.left >= MOST_LEFT) {
      leave(progress, bare, joined(segments, index, segments.length), UNKNOWN);
      return;
    }
    const negated = negatedFrom(segments, index);
    if (negated > index) {
      const text = joined(segments, index, negated);
      if (leavesAlone.test(text)) progress.verb ||= 'leave';
      else leave(progress, bare, text, NEGATED);
      wasLeft = false;
      index = negated;
      continue;
    }
    // What follows without an order or a thing of its own belongs to what was not understood before it.
    const isLoose = wasLeft && !standsAlone.test(segments[index]?.text ?? '');
    const taken = isLoose ? UNKNOWN : takeLongest(segments, index, progress, bare, context);
    if (typeof taken === 'number') {
      index += taken;
      wasLeft = false;
      continue;
    }
    const text = segments[index]?.text ?? '';
    if (wasLeft) append(progress, bare, `${segments[index]?.joint ?? ''}${text}`);
    else leave(progress, bare, text, taken);
    wasLeft = true;
    progress.left += 1;
    progress.isLost = true;
    index += 1;
  }
}

/**
 * "The speeches are too long, cut the last 5 seconds off": what a remark before an order is about, when the order names nothing
 * itself. Answers how many segments the remark takes.
 */
function noteRemark([remark, order]: Segment[], progress: Progress): number {
  if (remark === undefined || order === undefined || !/^\s*,/.test(order.joint) || ownObject.test(order.text)) return 0;
  const { who } = remarkOnly.exec(remark.text)?.groups ?? {};
  if (who === undefined) return 0;
  const scene: Scene = {
    ...{ document: withNames(progress), about: [], except: '', isAmong: false, itMayBeFilm: false, degree: 1 },
    ...{ measures: progress.measures, unquoted: (mark: string) => mark },
  };
  const clips = findClips(who, scene);
  if (!Array.isArray(clips) || clips.length === 0) return 0;
  progress.about = clips;
  return 1;
}

const remarkOnly =
  /^(?<who>(?:the|my|our|these|this)\s+[\p{L}\p{N}\s'’_.-]{1,40}?)\s+(?:is|are|was|were|looks?|sounds?|feels?|seems?|drags?|takes?|goes|lasts?|runs?|has|have)\b[^:;]*$/iu;
const ownObject =
  /\b(?:it|them|they|the (?!first|last|start|end|beginning|volume|sound|audio|speed|size|opacity|brightness|contrast|colou?rs?)\p{L}+|my|all|every|everything)\b|\ue000|^(?!(?:cut|trim|remove|make|turn|bring|lower|raise|speed|slow|add|fade|blur|brighten|darken|mute|delete|shorten|drop|take|chop|shave|crop|zoom|reduce|increase|boost)\b)/iu;

/** How many segments were planned; a string: why not even one. */
function takeLongest(
  segments: Segment[],
  index: number,
  progress: Progress,
  bare: Bare,
  context: ReduceContext,
): number | string {
  let why = UNKNOWN;
  for (let to = Math.min(segments.length, index + MOST_SEGMENTS); to > index; to -= 1) {
    const text = joined(segments, index, to);
    // What comes after a colon says more about what is before it.
    if (segments[to]?.joint.includes(':')) continue;
    if (text.length > MOST_CHARS) continue;
    for (const reading of everyReading(text, to - index <= MOST_REWORDED, segments, index, progress)) {
      const { text: instruction, degree } = readInstruction(reading);
      if (progress.isLost && pronouns.test(instruction)) {
        why = LOST;
        continue;
      }
      let usesAbout = false;
      const scene: Scene = {
        document: withNames(progress),
        get about() {
          usesAbout = true;
          return progress.about;
        },
        except: '',
        isAmong: false,
        itMayBeFilm: false,
        degree,
        measures: progress.measures,
        unquoted: bare.unquoted,
      };
      const result = ruleFor(instruction, scene) ?? exceptFor(instruction, scene);
      if (result === null) continue;
      // What it is about was said before, in words that nothing understood.
      if (progress.isLost && usesAbout) {
        why = LOST;
        continue;
      }
      const tried = 'reason' in result ? null : tryCommands(progress.document, result.commands, context);
      if (tried === null || tried.failure !== null) {
        why = 'reason' in result ? result.reason : (tried?.failure ?? why);
        continue;
      }
      progress.document = tried.document;
      progress.isLost = false;
      progress.commands.push(...tried.commands);
      progress.results.push(...tried.results);
      progress.about = tried.about.length > 0 ? tried.about : progress.about;
      progress.verb = /^[\p{L}-]+/u.exec(instruction)?.[0] ?? '';
      return to - index;
    }
  }
  return why;
}

/** Readings of a text as it is, then in plainer words, then without its typing mistakes: each only when those before it fail. */
function* everyReading(text: string, isShort: boolean, segments: Segment[], index: number, { verb, names }: Progress) {
  const tried = new Set<string>();
  const wordings = [() => text, () => reword(text), () => repair(text, names), () => reword(repair(text, names))];
  for (const wording of wordings) {
    const said = wording();
    for (const reading of isShort ? readings(said, index === 0 ? '' : verb, objectOf(segments)) : [said]) {
      if (tried.has(reading)) continue;
      tried.add(reading);
      yield reading;
    }
  }
}

/** What a text may mean, the likeliest first. "Make the captions bigger and yellow": the second half goes on with the verb of the first. */
function readings(text: string, verb: string, object: string): string[] {
  const { text: plain } = readInstruction(text);
  const onward =
    verb === '' || onlyLength.test(plain)
      ? []
      : [`${verb} ${text}`, `${verb} it ${text}`, `make it ${text}`, `put it ${text}`];
  const withObject = object === '' || text.endsWith(object) ? [] : [`${text} ${object}`];
  return [...new Set([text, ...onward, ...withObject, ...asOrders(plain)])];
}

/** "Put a vignette and some grain on the first clip": what the end of a sentence says of all its parts. */
function objectOf(segments: Segment[]): string {
  const last = segments.length > 1 ? (segments.at(-1)?.text ?? '') : '';
  return (
    /\s((?:on|to|onto|from|for)\s+(?:the|all|my|every|each|clips?|photos?|videos?|both|everything)\b.*)$/i.exec(
      last,
    )?.[1] ?? ''
  );
}

const joined = (segments: Segment[], from: number, to: number) =>
  segments
    .slice(from, to)
    .map(({ text, joint }, place) => (place === 0 ? text : joint + text))
    .join('');

/** The document as people speak of it: clips without a name go by their media's. Commands run on the document itself. */
function withNames({ document, mediaName }: Progress): Document {
  const named = (clip: Clip) =>
    clip.name === '' && clip.src !== '' ? { ...clip, name: mediaName(clip.src) ?? '' } : clip;
  return { ...document, clips: document.clips.map(named) };
}

/** Questions and conditions are no orders; "can you ...?" is one. */
function isNoOrder(sentence: string): boolean {
  const isAsked = /^(?:(?:ok(?:ay)?|hey|hi|so|and|please)[\s,]+)*(?:can|could|would|will|may) (?:you|we|i)\b/i.test(
    sentence,
  );
  if (/\b(?:if|unless|whether|would happen|should (?:i|we))\b/i.test(sentence)) return true;
  return (
    !isAsked &&
    (/\?[!?]*$/.test(sentence) ||
      /^(?:what|why|how|who|where|when|which|is|are|does|do you|did|should)\b/i.test(sentence))
  );
}

const correction =
  /\b(?:no,? wait|wait,? no|actually|never ?mind|scratch that|forget (?:it|that)|on second thought|or rather|i mean(?:t)?|changed my mind|no,? (?:not|keep|leave))\b/i;
const negation = re`\b(?:don['’]?t|do not|never|not|without|(?:instead of|rather than)(?!\s*${QUOTED})|stop \w+ing|avoid|nicht|kein\w*)\b`;
/** Asks for nothing: it is done by doing nothing. */
const leavesAlone =
  /^(?:please\s+)?(?:don['’]?t|do not|never) (?:touch|change|alter|edit) (?:the |my |any )?[\p{L}\s]+$/iu;

/** Where what a negation covers ends: what "and" or "or" joins to it is covered too. `from` itself: there is none. */
function negatedFrom(segments: Segment[], from: number): number {
  if (!negation.test(segments[from]?.text ?? '')) return from;
  let to = from + 1;
  while (/^\s*(?:and|or)\s*$/i.test(segments[to]?.joint ?? '')) to += 1;
  return to;
}

/**
 * "The market is too dark, brighten it" is "brighten the market", "there are gaps, close them" is "close gaps", "the market looks flat,
 * add contrast" is "add contrast to the market". Why something is asked for changes nothing: "because it is too long" is left out.
 */
function pronounsFirst(said: string): string {
  const sentence = said.replace(reasons, '');
  for (const pattern of remarks) {
    const { who = '', what } = pattern.exec(sentence)?.groups ?? {};
    // The colours are no clip: "it" is what has them.
    if (what !== undefined) return ofLook.test(who) ? what : what.replace(/\b(?:it|them)\b/i, who);
  }
  const { who, what } = flaw.exec(sentence)?.groups ?? {};
  return who === undefined ? sentence : `${what} to ${who}`;
}

const pronouns = /\b(?:it|its|them|they|their|those|these|rest|others?|remaining|there|instead)\b/i;
/** An order that names what it is about, or is about the whole project. */
const standsAlone =
  /^(?:please\s+)?(?:add|put|make|mute|unmute|remove|delete|cut|trim|fade|speed|slow|turn|set|move|change|crop|zoom|apply|give|lower|raise|drop|blur|keep|start|use|duck|split|swap|rotate|flip|brighten|darken|rename|replace|insert|show|write|convert|shorten|extend|increase|decrease|reduce|boost|reverse|duplicate|loop|scale|resize|place|position|close|normalize|leave|bring|get|animate|sharpen|mark|hide|center|export)\b.*(?:\b(?:the|my|all|every|each|everything|both|clips?|videos?|photos?|title|music|captions?|subtitles|text|logo|project|vertical|square|landscape)\b|\ue000|\d+:\d+|\bfps\b)/iu;
/** "..., 2 seconds" says more about what comes before; on its own it is no order. */
const onlyLength = say`(?:(?:about|for|over|of|lasting|the|last|first)\s+)*(?:${TIME}|${NUMBER})(?:\s+(?:each|long|in\s+total|every\s+time|apiece|per\s+\p{L}+))?`;
const reasons =
  /,?\s+(?:because|'?cause|since)\s+[^,:;\d]+$|,\s+nothing\s+(?:really\s+|much\s+)?happens\s+(?:there|here)$/iu;
const ofLook = /^(?:the\s+|all\s+)*(?:colou?rs?|tones?|look|lighting)$/i;
const BEFORE = String.raw`^(?:(?:ok(?:ay)?|so|hey|hi|well|hmm)[\s,]+)*`;
const THING = String.raw`(?<who>(?:the|my|our)\s+[\p{L}\p{N}\s'’-]{1,40}?)`;
const SEEMS = String.raw`\s+(?:is|are|looks?|sounds?|feels?|seems?|drags?|drowns?)\b`;
/** A remark, and what to add to what it is about. */
const flaw = new RegExp(
  String.raw`${BEFORE}${THING}${SEEMS}[^,:;\d]{1,60},\s*(?<what>(?:add|increase|boost|raise|reduce|lower)\s+(?:some\s+|more\s+|a\s+bit\s+of\s+)?\p{L}+)$`,
  'iu',
);
const THEN_IT = String.raw`\s*(?:,|:|and|so)\s*(?:so |please )*(?<what>.*\b(?:it|them)\b.*)$`;
const remarks = [
  new RegExp(
    String.raw`^(?<who>.+?)\s+(?:(?:is|are|looks?|sounds?)\s+)?(?:way |a bit |much )?too\s+\w+${THEN_IT}`,
    'i',
  ),
  new RegExp(String.raw`^(?<who>.+?)\s+(?:says|reads)\s+.+?${THEN_IT}`, 'i'),
  new RegExp(String.raw`${BEFORE}${THING}${SEEMS}[^,:;\d]{0,60}?${THEN_IT}`, 'iu'),
  new RegExp(String.raw`^there(?:['’]s| is| are)\s+(?:some |a |an |too many |many )?(?<who>.+?)${THEN_IT}`, 'i'),
];

function leave(progress: Progress, bare: Bare, text: string, reason: string) {
  progress.unresolved.push({ instruction: bare.restored(text).trim(), reason });
}

function append(progress: Progress, bare: Bare, text: string) {
  const last = progress.unresolved.at(-1);
  if (last) last.instruction += bare.restored(text);
}

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

/** Runs the commands of one instruction: all of them or none. `NEW_CLIP` is the clip that the command before made. */
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
      const failure = result?.error ?? outcome.blocked[0]?.reason ?? 'The plan does not allow this.';
      return { document, commands: [], results: [], about: [], failure };
    }
    if (result.data && 'clipId' in result.data) made = result.data.clipId;
    else if (Array.isArray(result.data?.clipIds)) made = result.data.clipIds.at(-1);
    state = outcome.document;
    done.push(own);
    results.push(result);
    for (const id of clipIdsIn(own, result.data)) about.add(id);
  }
  return { document: state, commands: done, results, about: clipsOf(about, document, state), failure: null };
}

/** The clips of these ids, as they are, or were when they are gone. */
function clipsOf(ids: ReadonlySet<string>, before: Document, after: Document): Clip[] {
  const gone = before.clips.filter(({ id }) => !after.clips.some((clip) => clip.id === id));
  return [...gone, ...after.clips].filter(({ id }) => ids.has(id));
}

/** The clips that a command is about: those that it names and those that it made. */
function clipIdsIn(...records: (Record<string, unknown> | undefined)[]): string[] {
  return records.flatMap((record) => [record?.clipId, record?.clipIds].flat()).filter((id) => typeof id === 'string');
}

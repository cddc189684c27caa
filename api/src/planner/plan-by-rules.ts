import { type Document, estimateText, type ReduceContext } from '@framemill/timeline';
import type { Measures } from './clip-box.ts';
import { wordsOf } from './clip-names.ts';
import { findClips } from './find-clips.ts';
import { repair } from './normalise.ts';
import { planByPhrases } from './phrases/plan-by-phrases.ts';
import { copyOf, type DonePlan, type Progress, sceneOf, tryReading, UNKNOWN } from './progress.ts';
import { asOrders, isCourtesy, readInstruction } from './read-instruction.ts';
import {
  correction,
  fronted,
  isNoOrder,
  leavesAlone,
  negatedFrom,
  ownObject,
  pronounsFirst,
  remarkOnly,
} from './remarks.ts';
import { reword } from './reword.ts';
import { readSegments, readSentences, type Segment } from './split-instructions.ts';
import { namesSomething } from './stray-change.ts';
import { LENGTH, NUMBER, re, say, TIME } from './words.ts';

const NOT_AN_ORDER = 'This asks for no change, or only under a condition, so nothing was changed. Say what to do.';
const CORRECTED = 'This takes back a part of itself, so nothing was done. Say only what to do.';
const NEGATED = 'This says what is not to be done, so nothing was done for it.';

/** Most segments that one instruction spans, and its most characters, quotes aside. More would make long nonsense slow. */
const MOST_SEGMENTS = 7;
const MOST_CHARS = 240;
/** So many segments that nothing understands are enough: what comes after them in the message is left as well. */
const MOST_LEFT = 8;
/** Most segments of an instruction that is read in other words too. */
const MOST_REWORDED = 3;
/** Most characters of a sentence that is read as phrases too. */
const MOST_READ_AGAIN = 400;

/** What a plan may know besides the project. */
export interface PlanOptions {
  /** Name of a source, for clips that have no name of their own. */
  mediaName?: (src: string) => string | null;
  /** Size of a text in pixels; estimated from its font size when absent. */
  measureText?: Measures['measureText'];
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
  const bare = readSentences(
    message,
    names,
    document.clips.flatMap(({ textStyle }) => textStyle?.content ?? []),
  );
  const progress: Progress = {
    commands: [],
    unresolved: [],
    results: [],
    document,
    about: [],
    verb: '',
    left: 0,
    isLost: false,
    hasTopic: false,
    mediaName,
    measures: { media: context.media, measureText },
    names,
    bare,
    context,
  };
  const isCorrected = bare.sentences.some((sentence) => correction.test(sentence));
  for (const sentence of bare.sentences) {
    if (isCorrected) leave(progress, sentence, CORRECTED);
    else if (isCourtesy(sentence)) progress.verb ||= 'please';
    else if (isNoOrder(sentence)) leave(progress, sentence, NOT_AN_ORDER);
    else if (!noteTopic(sentence, progress)) planEither(pronounsFirst(sentence.replace(/[.;!?]+$/, '')), progress);
  }
  if (
    bare.sentences.length === 0 ||
    (progress.results.length === 0 && progress.unresolved.length === 0 && progress.verb === '')
  ) {
    leave(progress, message, UNKNOWN);
  }
  const { commands, unresolved, results } = progress;
  return { commands, unresolved, results, document: progress.document };
}

/** "The website text:" says what the lines after it are about. Answers whether it does. */
function noteTopic(sentence: string, progress: Progress): boolean {
  const topic = /^(?<who>[^:]{1,60}?)\s*:$/.exec(sentence)?.groups?.who;
  if (topic === undefined) return false;
  const clips = findClips(topic.replace(/^(?:for|about|on)\s+/i, ''), sceneOf(progress));
  if (!Array.isArray(clips) || clips.length === 0) return false;
  Object.assign(progress, { about: clips, isLost: false, hasTopic: true });
  return true;
}

/** Plans a sentence by rules; where something of it is left, as phrases about clips, if that leaves nothing. */
function planEither(sentence: string, progress: Progress): void {
  const byRules = copyOf(progress);
  planSentence(readSegments(sentence), byRules);
  const isDone = byRules.unresolved.length === progress.unresolved.length;
  const wordings = isDone || sentence.length > MOST_READ_AGAIN ? [] : [sentence, fronted(sentence)];
  for (const wording of new Set(wordings)) {
    const again = copyOf(progress);
    if (wording !== sentence) planSentence(readSegments(wording), again);
    const byPhrases =
      wording !== sentence &&
      again.unresolved.length === progress.unresolved.length &&
      again.commands.length > progress.commands.length
        ? again
        : planByPhrases(wording, copyOf(progress));
    if (byPhrases === null) continue;
    Object.assign(progress, byPhrases);
    return;
  }
  // What says when or how much, and is not understood, may change all of the sentence.
  if (byRules.unresolved.slice(progress.unresolved.length).some(({ instruction }) => condition.test(instruction))) {
    leave(progress, sentence, UNKNOWN);
    Object.assign(progress, { isLost: true, left: progress.left + 1 });
    return;
  }
  Object.assign(progress, byRules, remarkedClips(sentence, progress));
}

/** "The last 2 seconds" names no clip. */
const lengths = re`\b(?:the\s+)?(?:first|last)\s+${LENGTH}`;

const condition =
  /^(?:but\s+|and\s+)?(?:while|when|whenever|during|until|till|as\s+soon\s+as|once|before|after|only|up\s+to|from\s+\d|at\s+\d)\b/i;

/** "The balloon is tiny." asks for nothing, and says what the next sentence is about. */
function remarkedClips(sentence: string, progress: Progress): Partial<Progress> {
  const who = remarkOnly.exec(sentence)?.groups?.who;
  const clips = who === undefined || /,|\band\b/.test(sentence) ? null : findClips(who, sceneOf(progress));
  return Array.isArray(clips) && clips.length > 0 ? { about: clips, isLost: false } : {};
}

/** Takes the longest run of segments that a rule understands, again and again. */
function planSentence(segments: Segment[], progress: Progress): void {
  let index = noteRemark(segments, progress);
  let wasLeft = false;
  while (index < segments.length) {
    if (progress.left >= MOST_LEFT) {
      leave(progress, joined(segments, index, segments.length), UNKNOWN);
      return;
    }
    const negated = negatedFrom(segments, index);
    if (negated > index) {
      const text = joined(segments, index, negated);
      if (leavesAlone.test(text)) progress.verb ||= 'leave';
      else leave(progress, text, NEGATED);
      wasLeft = false;
      index = negated;
      continue;
    }
    const said = segments[index]?.text ?? '';
    // What follows without an order or a thing of its own belongs to what was not understood before it.
    const isLoose =
      wasLeft && !(standsAlone.test(said) && namesSomething(said.replace(lengths, ''), sceneOf(progress)));
    const taken = isLoose ? UNKNOWN : takeLongest(segments, index, progress);
    if (typeof taken === 'number') {
      index += taken;
      wasLeft = false;
      continue;
    }
    const text = segments[index]?.text ?? '';
    if (wasLeft) append(progress, `${segments[index]?.joint ?? ''}${text}`);
    else leave(progress, text, taken);
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
  const clips = findClips(who, sceneOf(progress));
  if (!Array.isArray(clips) || clips.length === 0) return 0;
  progress.about = clips;
  return 1;
}

/** How many segments were planned; a string: why not even one. */
function takeLongest(segments: Segment[], index: number, progress: Progress): number | string {
  let why = UNKNOWN;
  for (let to = Math.min(segments.length, index + MOST_SEGMENTS); to > index; to -= 1) {
    const text = joined(segments, index, to);
    // What comes after a colon says more about what is before it.
    if (segments[to]?.joint.includes(':')) continue;
    if (text.length > MOST_CHARS) continue;
    for (const reading of everyReading(text, to - index <= MOST_REWORDED, segments, index, progress)) {
      const outcome = tryReading(reading, progress, index > 0);
      if (outcome === true) return to - index;
      why = outcome ?? why;
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

/** An order that names what it is about, or is about the whole project. */
const standsAlone =
  /^(?:please\s+)?(?:add|put|make|mute|unmute|remove|delete|cut|trim|fade|speed|slow|turn|set|move|change|crop|zoom|apply|give|lower|raise|drop|blur|keep|start|use|duck|split|swap|rotate|flip|brighten|darken|rename|replace|insert|show|write|convert|shorten|extend|increase|decrease|reduce|boost|reverse|duplicate|loop|scale|resize|place|position|close|normalize|leave|bring|get|animate|sharpen|mark|hide|center|export)\b.*(?:\b(?:the|my|all|every|each|everything|both|clips?|videos?|photos?|title|music|captions?|subtitles|text|logo|project|vertical|square|landscape)\b|\ue000|\d+:\d+|\bfps\b)/iu;
/** "..., 2 seconds" says more about what comes before; on its own it is no order. */
const onlyLength = say`(?:(?:about|for|over|of|lasting|the|last|first)\s+)*(?:${TIME}|${NUMBER})(?:\s+(?:each|long|in\s+total|every\s+time|apiece|per\s+\p{L}+))?`;

function leave(progress: Progress, text: string, reason: string) {
  progress.unresolved.push({ instruction: progress.bare.restored(text).trim(), reason });
}

function append(progress: Progress, text: string) {
  const last = progress.unresolved.at(-1);
  if (last) last.instruction += progress.bare.restored(text);
}

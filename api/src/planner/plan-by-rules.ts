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
import { LENGTH, NUMBER, re, regexp, say, TIME } from './words.ts';

const NOT_AN_ORDER = 'The text requests no change, or only a conditional one, so nothing was changed. Say what to do.';
const CORRECTED = 'The text takes back a part of itself, so nothing was done. Say only what to do.';
const NEGATED = 'The text says what not to do, so nothing was done for it.';

/**
 * Maximum number of sentence segments in one instruction, and its maximum length in characters without quoted texts.
 * Segments are the parts of a sentence between commas and conjunctions. Higher limits make long meaningless texts slow.
 */
const MOST_SEGMENTS = 7;
const MOST_CHARS = 240;
/** Number of segments without a matching rule after which the planner ignores the rest of a message. */
const MOST_LEFT = 8;
/** Maximum length, in segments, of an instruction for which alternative wordings are tried. */
const MOST_REWORDED = 3;
/** Maximum length, in characters, of a sentence that is also planned as phrases (`planByPhrases`). */
const MOST_READ_AGAIN = 400;

/** Optional functions that look up names and text sizes, so that plans are more accurate. */
export interface PlanOptions {
  /** Returns the name of a source, used for clips without a name of their own. `null`: no name is stored. */
  mediaName?: (src: string) => string | null;
  /** Returns the size of a text in pixels. When absent, the size is estimated from the font size. */
  measureText?: Measures['measureText'];
}

/**
 * Plans a message by rules, without a language model.
 * Instructions are planned one by one, each on the result of the preceding ones. A rule must understand every word of
 * an instruction. Instructions that no rule understands, or that the project does not allow, are returned in
 * `unresolved` and change nothing.
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

/**
 * Sets the clips that the following lines apply to, if the sentence is a heading such as "The website text:".
 * Returns whether the sentence is such a heading.
 */
function noteTopic(sentence: string, progress: Progress): boolean {
  const topic = /^(?<who>[^:]{1,60}?)\s*:$/.exec(sentence)?.groups?.who;
  if (topic === undefined) return false;
  const clips = findClips(topic.replace(/^(?:for|about|on)\s+/i, ''), sceneOf(progress));
  if (!Array.isArray(clips) || clips.length === 0) return false;
  Object.assign(progress, { about: clips, isLost: false, hasTopic: true });
  return true;
}

/**
 * Plans a sentence by rules or, if a part of it is not understood, as phrases about clips.
 * The phrases are used only if they cover the whole sentence.
 */
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
  // A condition or amount that is not understood may change the meaning of the whole sentence.
  if (byRules.unresolved.slice(progress.unresolved.length).some(({ instruction }) => condition.test(instruction))) {
    leave(progress, sentence, UNKNOWN);
    Object.assign(progress, { isLost: true, left: progress.left + 1 });
    return;
  }
  Object.assign(progress, byRules, remarkedClips(sentence, progress));
}

/** Pattern of a duration that names no clip: "the last 2 seconds". */
const lengths = re`\b(?:the\s+)?(?:first|last)\s+${LENGTH}`;

const condition = regexp('i')`
  ^(?:but\s+|and\s+)?
  (?:while|when|whenever|during|until|till|as\s+soon\s+as|once|before|after|only|up\s+to|from\s+\d|at\s+\d)\b
`;

/**
 * Returns the clips that a remark makes the topic of the next sentence, as in "The balloon is tiny."
 * The remark itself requests nothing. The result is empty when the sentence is not a remark.
 */
function remarkedClips(sentence: string, progress: Progress): Partial<Progress> {
  const who = remarkOnly.exec(sentence)?.groups?.who;
  const clips = who === undefined || /,|\band\b/.test(sentence) ? null : findClips(who, sceneOf(progress));
  return Array.isArray(clips) && clips.length > 0 ? { about: clips, isLost: false } : {};
}

/** Plans a sentence by repeatedly taking the longest series of segments that a rule understands. */
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
    // A segment without a verb or a clip of its own belongs to the segment before it that was not understood.
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
 * Sets the topic from a remark before an instruction that names no clip itself.
 * Example: "The speeches are too long, cut the last 5 seconds off". Returns the number of segments that the remark
 * consists of: 0 or 1.
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

/**
 * Plans the longest series of segments, beginning at `index`, that a rule understands.
 * Returns the number of segments planned. If no rule understands them, returns the reason as a string.
 */
function takeLongest(segments: Segment[], index: number, progress: Progress): number | string {
  let why = UNKNOWN;
  for (let to = Math.min(segments.length, index + MOST_SEGMENTS); to > index; to -= 1) {
    const text = joined(segments, index, to);
    // The text after a colon describes the text before it.
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

/**
 * Yields the possible readings of a text: unchanged, then in plainer words, then with typing mistakes corrected.
 * A later reading is computed only when the earlier ones were not understood.
 */
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

/**
 * Returns the possible meanings of a text, the most likely first.
 * A text without a verb may continue the verb of the text before it: "Make the captions bigger and yellow".
 */
function readings(text: string, verb: string, object: string): string[] {
  const { text: plain } = readInstruction(text);
  const onward =
    verb === '' || onlyLength.test(plain)
      ? []
      : [`${verb} ${text}`, `${verb} it ${text}`, `make it ${text}`, `put it ${text}`];
  const withObject = object === '' || text.endsWith(object) ? [] : [`${text} ${object}`];
  return [...new Set([text, ...onward, ...withObject, ...asOrders(plain)])];
}

/**
 * Returns the object at the end of a sentence that applies to all its parts.
 * Example: "on the first clip" in "Put a vignette and some grain on the first clip". Empty when there is none.
 */
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

/**
 * Matches an instruction that names its object or applies to the whole project, so that it does not depend on the text
 * before it.
 */
const standsAlone = re`
  ^(?:please\s+)?(?:
    add|put|make|mute|unmute|remove|delete|cut|trim|fade|speed|slow|turn|set|move|change|crop|zoom|apply|give|lower
    |raise|drop|blur|keep|start|use|duck|split|swap|rotate|flip|brighten|darken|rename|replace|insert|show|write
    |convert|shorten|extend|increase|decrease|reduce|boost|reverse|duplicate|loop|scale|resize|place|position|close
    |normalize|leave|bring|get|animate|sharpen|mark|hide|center|export
  )\b.*(?:
    \b(?:
      the|my|all|every|each|everything|both|clips?|videos?|photos?|title|music|captions?|subtitles|text|logo|project
      |vertical|square|landscape
    )\b
    |\ue000|\d+:\d+|\bfps\b
  )
`;
/**
 * Matches a text that is only a duration or an amount.
 * Such a text ("..., 2 seconds") modifies the text before it and is not an instruction.
 */
const onlyLength = say`
  (?:(?:about|for|over|of|lasting|the|last|first)\s+)*(?:${TIME}|${NUMBER})
  (?:\s+(?:each|long|in\s+total|every\s+time|apiece|per\s+\p{L}+))?
`;

function leave(progress: Progress, text: string, reason: string) {
  progress.unresolved.push({ instruction: progress.bare.restored(text).trim(), reason });
}

function append(progress: Progress, text: string) {
  const last = progress.unresolved.at(-1);
  if (last) last.instruction += progress.bare.restored(text);
}

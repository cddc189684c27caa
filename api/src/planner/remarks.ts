import type { Segment } from './split-instructions.ts';
import { QUOTED, re, regexp, say, TIME } from './words.ts';

/** Whether a sentence is a question or a condition, not an instruction. "Can you ...?" counts as an instruction. */
export function isNoOrder(sentence: string): boolean {
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

/** Pattern of a sentence that takes back a part of itself, as in "cut it, no, wait". */
export const correction = regexp('i')`
  \b(?:
    no,? wait|wait,? no|actually|never ?mind|scratch that|forget (?:it|that)|on second thought|or rather
    |i mean(?:t)?|changed my mind|no,? (?:not|keep|leave)
  )\b
`;
const negation = re`
  \b(?:
    don['’]?t|do not|never|not|without|(?:instead of|rather than)(?!\s*${QUOTED})|stop \w+ing|avoid|nicht|kein\w*
  )\b
`;
/** Pattern of an instruction to leave something unchanged, which needs no command. */
export const leavesAlone =
  /^(?:please\s+)?(?:don['’]?t|do not|never) (?:touch|change|alter|edit) (?:the |my |any )?[\p{L}\s]+$/iu;

/**
 * Returns the index after the last segment that a negation in segment `from` applies to. Segments joined by "and" or
 * "or" are included. Returns `from` when the segment has no negation.
 */
export function negatedFrom(segments: Segment[], from: number): number {
  if (!negation.test(segments[from]?.text ?? '')) return from;
  let to = from + 1;
  while (/^\s*(?:and|or)\s*$/i.test(segments[to]?.joint ?? '')) to += 1;
  return to;
}

/**
 * Rewrites a remark and the instruction that follows it as one instruction.
 * "The market is too dark, brighten it" becomes "brighten the market", "there are gaps, close them" becomes "close
 * gaps", "the market looks flat, add contrast" becomes "add contrast to the market". Reasons such as "because it is too
 * long" are removed.
 */
export function pronounsFirst(said: string): string {
  const sentence = said
    .replaceAll(
      /\bnot (?:so|as|that|too|quite so) (big|large|small|loud|quiet|bright|dark|fast|slow|long|short)\b/giu,
      (_words, how: string) => opposites[how.toLowerCase()] ?? how,
    )
    .replace(/,?\s*\bbut (?:only|just) (?:a (?:little|bit|tiny bit|touch)|slightly)\b/iu, ' a bit')
    .replace(tooLong, '')
    .replace(reasons, '')
    .replace(purpose, '')
    .replace(aside, '');
  for (const [pattern, order] of [...wishes, ...duties])
    if (pattern.test(sentence)) return sentence.replace(pattern, order);
  for (const pattern of remarks) {
    const { who = '', what } = pattern.exec(sentence)?.groups ?? {};
    // The colours are not a clip: "it" means the clip that has them.
    if (what !== undefined) return ofLook.test(who) ? what : what.replace(/\b(?:it|them)\b/i, who);
  }
  const { who, what } = flaw.exec(sentence)?.groups ?? {};
  return who === undefined ? sentence : `${what} to ${who}`;
}

const opposites: Record<string, string> = {
  ...{ big: 'smaller', large: 'smaller', small: 'bigger', loud: 'quieter', quiet: 'louder', bright: 'darker' },
  ...{ dark: 'brighter', fast: 'slower', slow: 'faster', long: 'shorter', short: 'longer' },
};

/** Pattern of a remark about a duration: "5 seconds is too long, ...". */
const tooLong = /^\d+(?:\.\d+)?\s*(?:s|seconds?)\s+(?:is|are)\s+(?:way\s+)?too\s+(?:long|short)\s*,\s*(?:so\s+)?/iu;
/** Pattern of a purpose clause, which does not change the instruction. */
const purpose =
  /,?\s+so\s+(?:that\s+)?(?:they|you|we|people|everyone|everybody|viewers|i|my \p{L}+|nobody|no one)\b[^,.;\d]*$/iu;
/** Pattern of a remark between instructions: "..., it's so dark, ...". */
const aside =
  /,\s*(?:it is|it's|its|they are|they're)\s+(?:so|too|very|way too|a bit|a little)\s+\p{L}+(?=\s*(?:,|$))/iu;
/** Patterns of requests phrased in the negative, each with the positive instruction that it means. */
const wishes: readonly [wish: RegExp, order: string][] = [
  [
    re`
      ^(?:(?:the|my)\s+)?(?<who>[^,:]{2,50}?)\s+(?:is|are)\s+
      (?:not\s+(?:needed|necessary|required)|no\s+longer\s+needed|unnecessary)(?:\s+any\s?more)?
      (?:\s*,?\s*(?:and\s+|so\s+)*(?:please\s+)?(?:delete|remove|cut)(?:\s+(?:it|them))?)?$
    `,
    'remove the $1',
  ],
  [
    re`
      ^(?:we|i|you)\s+(?:don't|do\s+not|no\s+longer)\s+need\s+(?<who>[^,:]{2,50}?)(?:\s+any\s?more)?
      (?:\s*,?\s*(?:and\s+|so\s+)*(?:please\s+)?(?:delete|remove|cut)(?:\s+(?:it|them))?)?$
    `,
    'remove $1',
  ],
  [
    re`
      ^(?:don't|do\s+not|never)\s+(?:start|begin|show|play)\s+(?<who>[^,]+?)\s+(?:before|until|till)\s+
      (?<at>${TIME})$
    `,
    'start $1 at $2',
  ],
  [
    re`
      ^(?<who>[^,]+?)\s+(?:should|must)\s+not\s+(?:start|begin|appear|come\s+in)\s+(?:before|until|till)\s+
      (?<at>${TIME})$
    `,
    'start $1 at $2',
  ],
];

/**
 * Patterns of instructions with one subject and two verbs, each with a replacement that repeats the subject.
 * Example: "The music should begin at the second clip and end with the last".
 */
const duties: readonly [duty: RegExp, order: string][] = [
  [
    say`
      (?<who>[^,:]{2,40}?)\s+(?<how>should|must|has to|needs to)\s+(?<what>.+?)\s*,?\s+and\s+(?:then\s+)?
      (?<verb>start|begin|end|stop|stay|last|appear|disappear|fade|play|be|come|go|sit|finish)\b(?<rest>.*)
    `,
    '$1 $2 $3 and $1 $2 $4$5',
  ],
];

const reasons =
  /,?\s+(?:because|'?cause|since)\s+[^,:;\d]+$|,\s+nothing\s+(?:really\s+|much\s+)?happens\s+(?:there|here)$/iu;
const ofLook = /^(?:the\s+|all\s+)*(?:colou?rs?|tones?|look|lighting)$/i;
const BEFORE = String.raw`^(?:(?:ok(?:ay)?|so|hey|hi|well|hmm)[\s,]+)*`;
const THING = String.raw`(?<who>(?:the|my|our)\s+[\p{L}\p{N}\s'’-]{1,40}?)`;
const SEEMS = String.raw`\s+(?:is|are|looks?|sounds?|feels?|seems?|drags?|drowns?)\b`;
/** Matches a remark about a clip, followed by a property to change on it: "the market looks flat, add contrast". */
const flaw = re`
  ${BEFORE}${THING}${SEEMS}[^,:;\d]{1,60},\s*
  (?<what>(?:add|increase|boost|raise|reduce|lower)\s+(?:some\s+|more\s+|a\s+bit\s+of\s+)?\p{L}+)$
`;
const THEN_IT = String.raw`\s*(?:,|:|and|so)\s*(?:so |please )*(?<what>.*\b(?:it|them)\b.*)$`;
const remarks = [
  re`
    ^(?:i|we)\s+(?:don['’]?t|do not)\s+(?:really\s+)?(?:like|need|want)\s+
    (?<who>(?:the|my|our|that)\s+[\p{L}\p{N}\s]{2,40}?)${THEN_IT}
  `,
  regexp('i')`
    ^(?<who>.+?)\s+(?:
      (?:
        is|are|looks?|sounds?|feels?|seems?|stops?|ends?|starts?|begins?|comes?|plays?|runs?|lasts?|moves?|goes
        |gets?|was|were
      )\s+
    )?(?:way |a bit |much )?too\s+\w+${THEN_IT}
  `,
  new RegExp(String.raw`^(?<who>.+?)\s+(?:says|reads)\s+.+?${THEN_IT}`, 'i'),
  new RegExp(String.raw`${BEFORE}${THING}${SEEMS}[^,:;\d]{0,60}?${THEN_IT}`, 'iu'),
  new RegExp(String.raw`^there(?:['’]s| is| are)\s+(?:some |a |an |too many |many )?(?<who>.+?)${THEN_IT}`, 'i'),
];

/** Pattern of a remark without an instruction. The group `who` is its subject. */
export const remarkOnly = say`
  (?<who>(?:the|my|our|these|this)\s+[\p{L}\p{N}\s'’_.-]{1,40}?)\s+
  (?:is|are|was|were|looks?|sounds?|feels?|seems?|drags?|takes?|goes|lasts?|runs?|has|have)\b[^:;]*
`;
/** Pattern of an instruction that names its own object. */
export const ownObject = re`
  \b(?:
    it|them|they
    |the (?!first|last|start|end|beginning|volume|sound|audio|speed|size|opacity|brightness|contrast|colou?rs?)
    \p{L}+
    |my|all|every|everything
  )\b
  |\ue000
  |^(?!
    (?:
      cut|trim|remove|make|turn|bring|lower|raise|speed|slow|add|fade|blur|brighten|darken|mute|delete|shorten|drop
      |take|chop|shave|crop|zoom|reduce|increase|boost
    )\b
  )
`;

/**
 * Moves a time or position from the start of a sentence to its end: "at the end, put a logo" becomes "put a logo at the
 * end".
 */
export function fronted(sentence: string): string {
  const {
    where,
    verb = 'add',
    what,
    rest = '',
  } = (frontedOrder.exec(sentence) ?? frontedThing.exec(sentence))?.groups ?? {};
  return where === undefined ? sentence : `${verb} ${what} ${where}${rest}`;
}

const frontedThing = /^(?<where>between\s+[^,:]+?\s+and\s+[^,:]+?)\s*[,:]?\s+(?<what>an?\s+[^,]+)(?<rest>,.*)?$/iu;
const frontedOrder = say`
  (?<where>
    (?:while|when|as\s+soon\s+as|once|between|from|at|on|in|during|over|after|before|for|behind|under)\s+[^,]+?
  )\s*,?\s+(?<verb>put|add|use|insert|apply|show|have|make|place|write|start|play|turn|fade|cut|remove|mute|set)\s+
  (?<what>[^,]+)(?<rest>,.*)?
`;

import { re, regexp, say } from './words.ts';

/** Matches phrases of politeness before an instruction and after it. */
const courtesyBefore = re`
  ^(?:
    please|can you|could you|would you|will you|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|let's
    |let us|now|and|then|also|first|second(?:ly)?,|next|finally|lastly|hey|hi|hello|ok(?:ay)?|so|well|but|just
    |simply|maybe|perhaps|go ahead and|try to|to|only|be sure to|make sure(?: to| that)?|remember to
    |i (?:would )?(?:really )?(?:want|need)(?: you| us)? to
  )(?:\s*,\s*|\s+)
`;
const courtesyAfter = /[\s,]+(?:please|pls|thanks|thank you|for me|now|for now|ok|okay|if you can|as well|too)$/iu;
/** Pattern of a sentence that requests nothing. */
const courtesyAlone = say`
  (?:please|thanks|thank you|thx|cheers|many thanks|hi|hello|hey|ok|okay|great|perfect|cool|nice)
  (?: so much| a lot| very much| there| in advance)?[\s.!,]*
`;

/** Matches adverbs that do not change the meaning of an instruction. */
const manner = regexp('giu')`
  \b(?:
    just|simply|gently|slowly|gradually|smoothly|nicely|really|very|nice|also|kind of|sort of
    |slow(?=\s+(?:zoom|pan|ken|fade|push))|subtle|gentle|smooth
  )\s+
  |\s+(?:slowly|gently|gradually|smoothly)$
`;

const slight = /\b(?:(?:just )?a (?:little bit|bit|little|touch|tad)|slightly|somewhat)\b\s*/giu;
const strong = /\b(?:a lot|much|significantly|considerably|way|dramatically)\b\s*/giu;

/** Words before an approximate number: "like 30%", "about 5 seconds". */
const roughly = /\b(?:something like|like|roughly|approximately|around|about)\s+(?=\d)/giu;

/**
 * Removes words of politeness and of degree from an instruction.
 * `degree` in the result is 0.5 for "a bit", 2 for "a lot", and 1 otherwise.
 */
export function readInstruction(said: string): { text: string; degree: number } {
  let text = said.trim();
  while (courtesyBefore.test(text)) text = text.replace(courtesyBefore, '');
  while (courtesyAfter.test(text)) text = text.replace(courtesyAfter, '');
  const plain = text.replace(slight, ' ').replace(strong, ' ').replace(manner, ' ').replace(roughly, ' ');
  const bare = plain.replace(/\s+/g, ' ').trim();
  return { text: bare, degree: text.search(slight) >= 0 ? 0.5 : text.search(strong) >= 0 ? 2 : 1 };
}

/** Whether a sentence consists of phrases of politeness only. */
export function isCourtesy(sentence: string): boolean {
  return courtesyAlone.test(sentence.trim());
}

const wish = regexp('i')`
  ^(?:
    (?:i|we)(?:['’]d| would)?\s+(?:want|need|like|love)|(?:can|could|may)\s+(?:i|we)\s+(?:have|get)|give\s+me
    |there\s+should\s+be|(?:it\s+)?needs|let['’]?s\s+have
  )\s+(?<what>.+)$
`;
const duty = /^(?<who>.+?)\s+(?:should|must|needs?\s+to|has\s+to|have\s+to|ought\s+to)\s+(?<what>.+)$/i;
const byDoing = /^(?:.+\s+by|how about|what about|try|start by)\s+(?<verb>\p{L}+)ing\s+(?<rest>.+)$/iu;

/**
 * Rewrites an instruction as imperative sentences, which may be alternatives.
 * "The title should be red" and "title: red" become "make the title red", "I need a title ..." becomes "add a title
 * ...", "no captions" becomes "remove captions". A rule must still understand every word of a result.
 */
export function asOrders(text: string): string[] {
  const said = text.replace(/^([^:]{1,60}?)\s*:\s+/, '$1 ');
  const doing = byDoing.exec(said)?.groups;
  if (doing) return baseForms(doing.verb ?? '').map((verb) => `${verb} ${doing.rest}`);
  const owed = duty.exec(said)?.groups;
  if (owed) {
    const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(owed.what ?? '') ?? [];
    return /^(?:be|become|get|look)$/i.test(verb)
      ? fragment(`${owed.who} ${rest}`)
      : [`${verb} ${owed.who} ${rest}`.trim(), `make ${owed.who} ${owed.what}`];
  }
  const none = /^no\s+(?:more\s+)?(?<what>.+)$/i.exec(said)?.groups?.what;
  if (none) return [`remove ${none}`];
  return fragment(wish.exec(said)?.groups?.what?.replace(/\bto\s+be\b/i, '') ?? said);
}

/** Returns the imperative sentences that a phrase without a verb may mean. */
function fragment(phrase: string): string[] {
  const [first = '', ...rest] = phrase.split(' ');
  // A number or a duration alone may apply to anything.
  if (rest.length === 0 && /^[^\p{L}]/u.test(first)) return [];
  const turned = rest.length === 0 ? [`make it ${first}`] : [`make ${rest.join(' ')} ${first}`];
  return [...['make', 'put', 'set', 'turn', 'add'].map((verb) => `${verb} ${phrase}`), ...turned];
}

/**
 * Returns possible base forms for the stem of an "-ing" form: "cutt", "remov", "add" of "cutting", "removing",
 * "adding".
 */
function baseForms(stem: string): string[] {
  return [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')];
}

import type { Clip } from '@framemill/timeline';
import { isMain } from '../clip-kinds.ts';
import { isNamedWord } from '../clip-names.ts';
import { findClips } from '../find-clips.ts';
import { readInstruction } from '../read-instruction.ts';
import type { Scene } from '../rule.ts';
import { regexp } from '../words.ts';
import type { Attribute, Parts } from './attribute.ts';
import { audioAttributes } from './audio-attributes.ts';
import { imageAttributes } from './image-attributes.ts';
import { timeAttributes } from './time-attributes.ts';

/** Parsed phrase: the clips that it names, and the attributes that it gives to them. */
export interface Phrase {
  clips: Clip[];
  /** Whether the phrase itself names the clips. */
  isNamed: boolean;
  /** Words that name the clips. Empty when the phrase names none. */
  who: string;
  given: { attribute: Attribute; parts: Parts }[];
  degree: number;
}

/**
 * Placeholder characters that replace letters of the phrase.
 * MASK replaces the letters of clip names, in which no attribute is matched. TAKEN replaces letters that an attribute
 * already matched.
 */
const [MASK, TAKEN] = ['\ue002', '\ue003'];

/** Matches filler words, which are ignored next to an attribute. */
const neutral = regexp('giu')`
  (?<![\p{L}\p{N}'-])(?:
    i|we|you|want|wants|need|needs|like|would|could|should|must|can|has to|have to|needs to|is to|to|be|is|are|so
    |get|gets|have|has|had|make|makes|do|does|go|goes|please|set|put|give|change|changes|turn|turned|apply|add|use
    |using|let|lets|see|also|too|now|there|a|an|some|bit|become|becomes|being|look|looks|looking|move|moved|place
    |placed|position|sit|sits|stay|stays|show|shown|shows|display|appear|appears|as well|again|play|plays|run|runs
    |speed|volume|sound|audio|color|colored|size|font|letters|lettering|effect|filter|style|with|in|by|bring|brought
    |leave|up to|trim|shorten|shrink|drop|decrease|boost|higher|keep|much|more|way|then|and|only|over there
    |on screen|corner|scale|resize|rotate|tilt|letters|writing|at|on|onto|level|lower|raise|reduce|increase|rather
    |picture|image|effects|degree|motion|animation|slightly|very|it all|same|exactly|instead|just|that|so that|for
    |hold|held|last|lasts|lasting|long|extend|extended|there|goes|please|like|it|more|visible|every time
  )(?![\p{L}\p{N}'-])
`;

/**
 * Parses a phrase that gives attributes to clips: "the logo smaller, in the top left corner".
 * Matched attributes are removed wherever they occur; the remaining words must be adjacent and name clips. Returns
 * `null` when a word is not understood, or the clips do not support all attributes. A phrase without a name applies to
 * `subject`. Attributes in `without` are not matched.
 */
export function readPhrase(
  said: string,
  scene: Scene,
  subject: readonly Clip[],
  without: readonly Attribute[] = [],
): Phrase | null {
  const instruction = readInstruction(said);
  for (const attributes of orders) {
    const meant = attributes.filter((attribute) => !without.includes(attribute));
    const phrase = readWith(meant, instruction, scene, subject);
    if (phrase !== null) return phrase;
  }
  return null;
}

function readWith(
  attributes: readonly Attribute[],
  { text, degree }: { text: string; degree: number },
  scene: Scene,
  subject: readonly Clip[],
): Phrase | null {
  if (edgesOfAll.test(text)) return null;
  let rest = masked(text, scene);
  const given: Phrase['given'] = [];
  for (const attribute of attributes) {
    const match = attribute.said.exec(rest);
    if (match === null || match[0].trim() === '') continue;
    given.push({ attribute, parts: partsOf(match, text) });
    rest = rest.slice(0, match.index) + TAKEN.repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  if (given.length === 0) return null;
  const bare = rest.replaceAll(neutral, (word) => ' '.repeat(word.length));
  const pieces = [...bare.matchAll(new RegExp(`[^${TAKEN}]+`, 'gu'))].filter(([piece]) =>
    /[\p{N}\ue000-\ue002]|\b(?!(?:the|of|my|from|its?|their|and)\b)\p{L}+/iu.test(piece),
  );
  const [piece, other] = pieces;
  if (other !== undefined) return null;
  const who = piece === undefined ? '' : nameOf(text.slice(piece.index, piece.index + piece[0].length), piece[0]);
  const accepts = (clip: Clip) => given.every(({ attribute }) => attribute.accepts(clip));
  const isPronoun = /^(?:it|its|them|they|their|this|that|these|those|her|him|she|he|)$/i.test(who);
  const named = (fits: (clip: Clip) => boolean) => findClips(who, { ...scene, about: subject }, fits);
  const found = isPronoun ? subject.filter(accepts) : named(accepts);
  // The duration of "the baguette" is that of the image or video, not of the text with that name.
  const isOfTime = given.every(({ attribute }) => timeAttributes.includes(attribute));
  const clips = typeof found === 'string' && isOfTime ? named((clip) => isMain(clip) && accepts(clip)) : found;
  if (!Array.isArray(clips) || clips.length === 0 || (isPronoun && clips.length < subject.length)) return null;
  return { clips, isNamed: !isPronoun, who, given, degree };
}

/**
 * Matches texts such as "fade everything out at the end", which may mean the end of each clip or the end of the video.
 */
const edgesOfAll = /(?=.*\bfad\w+\b)(?=.*\b(?:everything|all)\b).*\bat\s+the\s+(?:very\s+)?(?:end|start|beginning)\b/i;

/**
 * Orders in which attributes are tried.
 * "Fade in" may mean audio or video, so the order decides. The second order is tried when the phrase cannot be read
 * with the first.
 */
const orders: readonly (readonly Attribute[])[] = [
  [...audioAttributes, ...timeAttributes, ...imageAttributes],
  [...timeAttributes, ...imageAttributes, ...audioAttributes],
];

/** Replaces the letters of names by placeholders, so that no attribute is matched inside a name. */
function masked(text: string, scene: Scene): string {
  return text.replaceAll(/[\p{L}][\p{L}\p{N}'-]*/gu, (word) =>
    isNamedWord(word, scene) ? MASK.repeat(word.length) : word,
  );
}

/** Returns the groups of a match, read from the original text because names are masked in the matched text. */
function partsOf({ indices }: RegExpExecArray, text: string): Parts {
  const groups = Object.entries(indices?.groups ?? {}).flatMap(([name, span]) =>
    span === undefined ? [] : [[name, text.slice(...span)] as const],
  );
  return Object.fromEntries(groups);
}

/** Returns the clip name in a piece of a phrase, without connecting words. Masked letters are restored from `text`. */
function nameOf(text: string, piece: string): string {
  const letters = [...piece].map((sign, at) => (sign === MASK ? (text[at] ?? sign) : sign)).join('');
  return letters
    .replaceAll(/[,;!?:+]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^(?:\s|\b(?:of|from|to|and|the|my)\b)+(?=\s)|(?:\s|\b(?:the|of|from|my|and)\b)+$/giu, '')
    .trim();
}

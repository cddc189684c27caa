import type { Clip, Document } from '@framemill/timeline';
import { isMain, isText } from './clip-kinds.ts';
import { isNamedWord, wordsNaming } from './clip-names.ts';
import type { Scene } from './rule.ts';
import { regexp } from './words.ts';

const ofSeveral = regexp('i')`
  \b(?:
    all|every|each|everything|everywhere|both|whole|entire|keep|leave|rest|others?|remaining|except|but|between
    |vertical|square|format|landscape|portrait|\d+\s*[:x]\s*\d+
  )\b
`;

/**
 * Checks that an instruction changes no clips other than those it names.
 * Returns the reason why the instruction must not be carried out, or `null` if it may be. Only instructions that name
 * clips by words of the clips' names or texts are checked. A clip that only changes its start time, track or name does
 * not count, because such a change can follow from the change of another clip.
 */
export function strayChange(instruction: string, scene: Scene, after: Document): string | null {
  const isEdge = /\bfad\w+\b.*\b(?:everything|all)\b.*\bat\s+the\s+(?:very\s+)?(?:end|start|beginning)\b/i.test(
    instruction,
  );
  if (isEdge)
    return 'It is not clear whether each clip is meant, or the end of the video. Name the clip: the last clip.';
  if (ofSeveral.test(instruction)) return null;
  const words = (instruction.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).filter((word) => isNamedWord(word, scene));
  if (words.length === 0) return null;
  const changed = scene.document.clips.filter((clip) => isChanged(clip, after));
  const stray = changed.find((clip) => !isMeant(clip, words, instruction, scene));
  return stray === undefined ? null : `This would also change "${stray.name}". Name one thing at a time.`;
}

function isChanged(clip: Clip, { clips }: Document): boolean {
  const now = clips.find(({ id }) => id === clip.id);
  const still = { name: '', start: 0, trackIndex: 0 };
  return now === undefined || JSON.stringify({ ...now, ...still }) !== JSON.stringify({ ...clip, ...still });
}

/** Matches separators between the parts of an instruction that can each refer to other clips. */
const betweenParts = regexp('i')`
  \s*(?:
    ,|;|\band\b|&|\+|\bwith\b|\bwhen\b|\bwhile\b|\bduring\b|\bover\b|\bunder\b|\bbefore\b|\bafter\b|\bto\b|\bat\b
    |\bon\b|\binto?\b|\bfrom\b|\bbetween\b|\buntil\b|\btill\b
  )\s*
`;
/** Matches words that refer to clips by their kind or their position in order. */
const kindOrOrder = regexp('i')`
  \b(?:
    clips?|videos?|film|movie|photos?|pictures?|images?|music|songs?|voice\w*|narrat\w+|sounds?|audio|titles?|texts?
    |captions?|subtitles?|logo|first|second|third|last|one|\d
  )\b
`;

/**
 * Whether an instruction refers to a clip.
 * The reference may be a word of the clip's name or text, the clip's kind (in a part of the instruction without a
 * name), or a pronoun for the clips named before.
 */
function isMeant(clip: Clip, names: string[], instruction: string, scene: Scene): boolean {
  const words = wordsNaming(clip);
  if (names.some((name) => words.has(name.toLowerCase()))) return true;
  if (/\b(?:it|its|them|they|their|this|that)\b/i.test(instruction) && scene.about.some(({ id }) => id === clip.id))
    return true;
  // A part of the instruction without a clip's name refers to clips by kind or position.
  return instruction
    .split(betweenParts)
    .some(
      (part) =>
        /\p{L}{2}/u.test(part) &&
        !names.some((name) => part.toLowerCase().includes(name.toLowerCase())) &&
        kindOrOrder.test(part),
    );
}

const asksForLook = /\b(?:looks?|filters?|grad(?:e|ed|ing)|tones?|feel|mood|vibes?|warm\w*|cool\w*)\b/i;

/**
 * Checks that a later part of a sentence changes no visible clips other than the clips of the part before it.
 * Only parts that name no clip are checked. Returns the reason why the part must not be carried out, or `null` when it
 * is allowed.
 */
export function strayFrom({ about, ...scene }: Scene, instruction: string, after: Document): string | null {
  const isSeen = ({ type }: Clip) => type !== 'audio';
  if (about.length === 0 || !about.some(isSeen) || namesSomething(instruction, { ...scene, about })) return null;
  // A text has no colour grade of its own. The change is allowed if it changes all footage of the video.
  const film = about.every(isText) && asksForLook.test(instruction) ? scene.document.clips.filter(isMain) : [];
  const meant = film.every((clip) => isChanged(clip, after)) ? [...about, ...film] : about;
  const stray = scene.document.clips.find(
    (clip) => isSeen(clip) && !meant.some(({ id }) => id === clip.id) && isChanged(clip, after),
  );
  return stray === undefined ? null : `It is not clear whether "${stray.name}" is meant. Name it.`;
}

/** Matches words that refer to clips, texts or times in any way except by name. */
const anyReference = regexp('i')`
  [\ue000]|\d+:\d
  |\b(?:
    all|every\w*|each|both|clips?|videos?|film|movie|photos?|pictures?|images?|slides?|music|songs?|voice\w*
    |narrat\w+|titles?|texts?|captions?|subtitles?|logo|stickers?|first|second|third|last|background|vertical|square
    |portrait|landscape|transitions?|cuts?|gaps?|markers?|fps
  )\b
`;

/** Whether an instruction refers to clips in any way: by name, kind, position in order, or as all of them. */
export function namesSomething(instruction: string, scene: Scene): boolean {
  return (
    anyReference.test(instruction) ||
    (instruction.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).some((word) => isNamedWord(word, scene))
  );
}

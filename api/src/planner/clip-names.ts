import type { Clip, Document } from '@framemill/timeline';
import type { Scene } from './rule.ts';
import { vocabulary } from './vocabulary.ts';

/** Words that name nothing by themselves. */
export const fillers =
  /^(?:the|my|our|your|of|in|on|please|own|clip's|file|files|track|tracks|element|elements|timeline|project|background|overlay|here|part|section|segment|bit|original|thing|moment|with|where|shows|showing|from|existing|current|entry|line|card|which|number|nr|half|halves|pieces?)$/;

/** Words that name something in a project: of clips, their media and their texts. */
export function wordsOf({ clips }: Pick<Document, 'clips'>, mediaName: (src: string) => string | null): Set<string> {
  const labels = clips.map(
    (clip) => `${clip.name} ${clip.src === '' ? '' : (mediaName(clip.src) ?? '')} ${clip.textStyle?.content ?? ''}`,
  );
  return new Set(labels.flatMap((label) => label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
}

/** Whether a word is of a clip's name or text. */
export function isNamed(token: string, { document }: Scene): boolean {
  return document.clips.some((clip) => namesOf(clip).includes(stem(token)));
}

/** Whether a word is of a clip's name or text, and no word of instructions. */
export function isNamedWord(word: string, scene: Scene): boolean {
  const plain = word.toLowerCase().replace(/'s$/, '');
  return plain.length > 2 && !vocabulary.has(plain) && !fillers.test(plain) && isNamed(plain, scene);
}

/** Words that name a clip: those of its own, and two in a row written as one. */
export function namesOf(clip: Clip): string[] {
  const each = wordsOfClip(clip);
  // "Livingroom" is the living room.
  return [...each, ...each.slice(1).map((word, at) => `${each[at]}${word}`)];
}

/** Words that an instruction may name a clip by. */
export const wordsNaming = (clip: Clip): ReadonlySet<string> => {
  const words = namesOf(clip);
  return new Set([...words, ...words.map((word) => `${word}s`)]);
};

/** Words of a clip's name, without its ending, and of its text; of a shape, what it is. */
export function wordsOfClip({ name, textStyle, shape }: Clip): string[] {
  const file = name.replace(/\.\w{2,4}$/, '').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const words =
    `${file === textStyle?.content ? '' : file} ${textStyle?.content ?? ''} ${shape?.kind ?? ''}`.toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}

/** A word without the "s" of a plural. */
export const stem = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

/** Whether one clip has all of these words: "lesson 3". */
export const areOfOne = (words: string[], { document }: Scene) =>
  document.clips.some((clip) => words.every((word) => namesOf(clip).includes(stem(word))));

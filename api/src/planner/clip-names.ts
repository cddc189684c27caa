import type { Clip, Document } from '@framemill/timeline';
import type { Scene } from './rule.ts';
import { vocabulary } from './vocabulary.ts';

/** Words of a phrase that do not identify a clip by themselves. */
export const fillers =
  /^(?:the|my|our|your|of|in|on|please|own|clip's|file|files|track|tracks|element|elements|timeline|project|background|overlay|here|part|section|segment|bit|original|thing|moment|with|where|shows|showing|from|existing|current|entry|line|card|which|number|nr|half|halves|pieces?)$/;

/** Returns the lowercase words of all clip names, media names and texts of a project. */
export function wordsOf({ clips }: Pick<Document, 'clips'>, mediaName: (src: string) => string | null): Set<string> {
  const labels = clips.map(
    (clip) => `${clip.name} ${clip.src === '' ? '' : (mediaName(clip.src) ?? '')} ${clip.textStyle?.content ?? ''}`,
  );
  return new Set(labels.flatMap((label) => label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
}

/** Whether a word occurs in the name or the text of a clip. */
export function isNamed(token: string, { document }: Scene): boolean {
  return document.clips.some((clip) => namesOf(clip).includes(stem(token)));
}

/** Whether a word occurs in the name or the text of a clip and is not part of the planner's vocabulary. */
export function isNamedWord(word: string, scene: Scene): boolean {
  const plain = word.toLowerCase().replace(/'s$/, '');
  return plain.length > 2 && !vocabulary.has(plain) && !fillers.test(plain) && isNamed(plain, scene);
}

/** Returns the words that identify a clip: its own words, and each two neighbours written as one. */
export function namesOf(clip: Clip): string[] {
  const each = wordsOfClip(clip);
  // A clip called "living room" is also found by "livingroom".
  return [...each, ...each.slice(1).map((word, at) => `${each[at]}${word}`)];
}

/** Returns the words by which an instruction may name a clip, singular and plural. */
export const wordsNaming = (clip: Clip): ReadonlySet<string> => {
  const words = namesOf(clip);
  return new Set([...words, ...words.map((word) => `${word}s`)]);
};

/** Returns the words of a clip's name (without the file extension), of its text, and of its shape's kind. */
export function wordsOfClip({ name, textStyle, shape }: Clip): string[] {
  const file = name.replace(/\.\w{2,4}$/, '').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const words =
    `${file === textStyle?.content ? '' : file} ${textStyle?.content ?? ''} ${shape?.kind ?? ''}`.toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}

/** Returns a word without its plural "s". Words of up to 3 letters are returned as they are. */
export const stem = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

/** Whether a single clip has all of these words in its name or text: "lesson 3". */
export const areOfOne = (words: string[], { document }: Scene) =>
  document.clips.some((clip) => words.every((word) => namesOf(clip).includes(stem(word))));

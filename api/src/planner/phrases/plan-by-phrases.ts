import type { Clip } from '@framemill/timeline';
import { findClips } from '../find-clips.ts';
import { repair } from '../normalise.ts';
import { copyOf, type Progress, putOn, sceneOf, tryReading } from '../progress.ts';
import { reword } from '../reword.ts';
import type { Scene } from '../rule.ts';
import { re } from '../words.ts';
import type { Attribute } from './attribute.ts';
import { type Phrase, readPhrase } from './read-phrase.ts';

const joints = re`
  (
    \s*(?:[,;:](?=\s|$)|\s[&+](?=\s)|\s\b(?:and|plus|then|with|but|also)\b(?=\s))
    (?:\s*(?:[,;&+]|\b(?:and|plus|then|also|so)\b(?=\s)))*\s*
  )
`;
/**
 * Maximum number of pieces in one phrase, and in a whole sentence.
 * Pieces are the parts of a sentence between commas and conjunctions. Higher limits make long meaningless texts slow.
 */
const [MOST_SPANNED, MOST_PIECES] = [4, 12];
/**
 * Maximum number of attributes that are excluded, one per attempt, because their words matched but did not mean them.
 */
const MOST_WITHOUT = 3;

/**
 * Plans a sentence as a series of phrases that each give properties to clips.
 * Example: "the title bigger and pink, the logo in the corner". A phrase that names no clip applies to the clips of the
 * phrase before it. Returns `null` when a part of the sentence is not understood.
 */
export function planByPhrases(sentence: string, progress: Progress): Progress | null {
  const pieces = sentence.split(joints);
  if (pieces.length > 2 * MOST_PIECES) return null;
  let subject: readonly Clip[] =
    progress.hasTopic || /\b(?:it|them|its|their|her|him|she|he)\b/i.test(sentence) ? progress.about : [];
  if (progress.isLost) subject = [];
  let last = { text: '', who: '' };
  // Pieces that come before the name of their clip: "A vignette and grain on the first clip".
  let waiting: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const took = takePhrase(pieces, at, subject, progress) ?? takeSame(pieces, at, last, progress);
    if (took === null) {
      if (subject.length > 0 || waiting.length > 1 || at + 2 >= pieces.length) return null;
      waiting = [...waiting, pieces[at] ?? ''];
      at += 2;
      continue;
    }
    subject = took.subject;
    last = took.said ?? last;
    at = took.next;
    for (const text of waiting)
      if (subject.length === 0 || takePhrase([text], 0, subject, progress) === null) return null;
    waiting = [];
  }
  progress.about = subject.length > 0 ? subject : progress.about;
  return progress;
}

interface Taken {
  next: number;
  subject: readonly Clip[];
  /** Text of the phrase, and the words in it that name clips. */
  said?: { text: string; who: string };
}

/** Clips that were changed, and the words of the phrase that named them. */
interface Given {
  clips: readonly Clip[];
  who: string;
}

/**
 * Plans the longest series of `pieces` (parts of a sentence), beginning at index `at`, that forms one phrase. Returns
 * `null` when there is none.
 */
function takePhrase(pieces: string[], at: number, subject: readonly Clip[], progress: Progress): Taken | null {
  for (let to = Math.min(pieces.length, at + 2 * MOST_SPANNED - 1); to > at; to -= 2) {
    const text = pieces.slice(at, to).join('').trim();
    if (text === '') return { next: to + 1, subject };
    for (const wording of new Set([
      text,
      reword(text),
      repair(text, progress.names),
      reword(repair(text, progress.names)),
    ])) {
      const tried = copyOf(progress);
      const next = give(wording, subject, tried) ?? order(wording, subject, tried);
      if (next === null) continue;
      Object.assign(progress, tried);
      return { next: to + 1, subject: next.clips, said: { text: wording, who: next.who } };
    }
  }
  // The piece before a colon or a comma may only name the clips of what follows.
  const clips = /[:,]/.test(pieces[at + 1] ?? '') ? findClips(pieces[at] ?? '', sceneOf(progress)) : null;
  return Array.isArray(clips) && clips.length > 0 ? { next: at + 2, subject: clips } : null;
}

/**
 * Applies the changes of the previous phrase to other clips, as in "..., and the music too". Returns `null` when the
 * text is not such a request.
 */
function takeSame(
  pieces: string[],
  at: number,
  { text, who }: { text: string; who: string },
  progress: Progress,
): Taken | null {
  const other = (pieces[at] ?? '').replace(/\s+(?:too|also|as\s+well)$/i, '').trim();
  // "But with music" means the opposite.
  if (!/^[\s,]*(?:,|and|&|\+|plus|also|\s)*[\s,]*$/i.test(pieces[at - 1] ?? '')) return null;
  if (who === '' || other === '' || !Array.isArray(findClips(other, sceneOf(progress)))) return null;
  const same = text.replace(who, other.replace(/^the\s+/i, ''));
  const given = same === text ? null : (give(same, [], progress) ?? order(same, [], progress));
  return given === null ? null : { next: at + 2, subject: given.clips, said: { text: same, who: given.who } };
}

/** Returns the words of an instruction that name clips. Empty when no words identify clips. */
function nameIn(text: string, scene: Scene): string {
  const [, ...names] =
    /(?<=\b(?:the|my|our)\s+)([\p{L}\p{N}]+\s+[\p{L}\p{N}]+)|(?<=\b(?:the|my|our)\s+)([\p{L}\p{N}]+)/iu.exec(text) ??
    [];
  const found = [names[0], names[0]?.split(' ')[0], names[1]].find(
    (name) => name !== undefined && Array.isArray(findClips(name, scene)),
  );
  return found ?? '';
}

/**
 * Applies the attributes of a phrase to its clips one after the other, and returns the changed clips.
 * Returns `null` when the text is not a phrase that gives attributes to clips.
 */
function give(
  text: string,
  subject: readonly Clip[],
  progress: Progress,
  without: readonly Attribute[] = [],
): Given | null {
  const before = copyOf(progress);
  const phrase = readPhrase(text, sceneOf(progress), subject, without);
  if (phrase === null) return null;
  for (const { attribute, parts } of phrase.given) {
    for (const { id } of phrase.clips.toSorted((a, b) => b.start - a.start)) {
      const scene = sceneOf(progress, phrase.degree);
      const clip = scene.document.clips.find((one) => one.id === id);
      const commands = clip === undefined ? null : attribute.plan(parts, clip, scene, text);
      if (commands === null) {
        // The attribute was not meant: read its words in another way.
        Object.assign(progress, before);
        return without.length < MOST_WITHOUT ? give(text, subject, progress, [...without, attribute]) : null;
      }
      if (putOn(progress, commands, phrase.isNamed ? '' : text) !== null) return null;
    }
  }
  return { clips: clipsNow(phrase, progress), who: phrase.who };
}

const clipsNow = ({ clips }: Phrase, { document }: Progress) =>
  clips.map((clip) => document.clips.find(({ id }) => id === clip.id) ?? clip);

/** Plans a phrase by the planner rules. A phrase that names no clip applies to the clips of the phrase before it. */
function order(text: string, subject: readonly Clip[], progress: Progress): Given | null {
  const before = progress.document;
  progress.about = subject;
  if (tryReading(text, progress, subject.length > 0) === true)
    return { clips: progress.about, who: nameIn(text, sceneOf(progress)) };
  if (subject.length === 0) return null;
  const ids = new Set(subject.map(({ id }) => id));
  for (const reading of [
    `${text} it`,
    `${text} of it`,
    `make it ${text}`,
    `put it ${text}`,
    `add ${text} to it`,
    `it ${text}`,
    `${text} them`,
  ]) {
    const tried = copyOf(progress);
    if (tryReading(reading, tried) !== true) continue;
    // A phrase without a name may change only the clips named before.
    const isOther = before.clips.some(
      (clip) =>
        !ids.has(clip.id) &&
        JSON.stringify(clip) !==
          JSON.stringify({ ...tried.document.clips.find(({ id }) => id === clip.id), start: clip.start }),
    );
    if (isOther) continue;
    Object.assign(progress, tried);
    return { clips: progress.about, who: '' };
  }
  return null;
}

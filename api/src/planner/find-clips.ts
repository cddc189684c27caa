import type { Clip } from '@framemill/timeline';
import { isInMainRow, isLogo, isMain, isOfWords, isText, type Kind, kinds } from './clip-kinds.ts';
import { areOfOne, fillers, isNamed, namesOf, stem, withoutLabel, wordsOfClip } from './clip-names.ts';
import type { Scene } from './rule.ts';
import { numberOf, numbers, ordinalOf, QUOTED, regexp, secondsOf, TIME } from './words.ts';

/** Matches words that identify clips only together with other words. "Both tracks" alone may mean any two clips. */
const vague = /^(?:files?|tracks?|elements?|parts?|sections?|segments?|bits?|things?|half|halves|pieces?)$/;
const everys = /^(?:all|every|each|both|any)$/;
const wholes = /^(?:whole|entire|complete|full)$/;
const pronouns = /^(?:it|them|they|this|that|these|those|its|their|her|him|she|he)$/;

/** Parsed part of a phrase that names clips; "the title and the music" has two such parts. */
interface Group {
  kind: Kind | null;
  /** Word of the phrase that names the kind of clips, such as "music". */
  word: string;
  /** Word of the phrase for an unspecific part of something, such as "half" or "section". */
  vague: string;
  isPlural: boolean;
  isEvery: boolean;
  isWhole: boolean;
  isPronoun: boolean;
  isRest: boolean;
  isVague: boolean;
  isBoth: boolean;
  /** Positions of the clips in the order of their start times, from 0. Negative positions count from the end. */
  places: number[];
  /** Number of clips that the phrase states, as in "two clips" or "the first 3 clips"; `null` when it states none. */
  count: number | null;
  /** Words from a clip's name or text. */
  names: string[];
  quote: string | null;
  /** Time on the timeline, in seconds, at which the clips must be visible; `null` when the phrase states none. */
  at: number | null;
}

/**
 * Finds the clips that a phrase names, such as "the second video", "clips 1 and 3", "all except the music", "it".
 * Clips are in the order in which the phrase names them, or else sorted by start time. Returns `null` when a word is
 * not understood; the caller must then do nothing. Returns a reason as a string when the phrase is understood but names
 * no clip or is ambiguous. `accepts` limits the result to clips that support the requested change.
 */
export function findClips(
  phrase: string,
  scene: Scene,
  accepts: (clip: Clip) => boolean = () => true,
): Clip[] | string | null {
  const except = exception.exec(phrase);
  if (except) {
    const all = findClips(except[1] ?? '', scene);
    const left = Array.isArray(all) ? without(all, except[2] ?? '', scene) : all;
    return Array.isArray(left) ? left.filter(accepts) : left;
  }
  const next = neighbour.exec(phrase);
  if (next) {
    const beside = clipBeside(next[1] ?? '', next[2] ?? '', scene);
    if (beside !== null) return typeof beside === 'string' ? beside : [beside].filter(accepts);
  }
  const { plain, labelled } = withoutLabel(phrase, scene);
  if (labelled.length > 0 && onlyNaming.test(plain) && !(visualWord.test(plain) && !labelled.some(isMain))) {
    const clips = labelled.filter(accepts);
    if (clips.length > 1 && !/\b(?:all|every|both|each)\b/i.test(plain)) return severalMeant(clips.length);
    if (clips.length > 0) return scene.except === '' ? clips : without(clips, scene.except, scene);
  }
  const groups = phrase
    .split(/\s*(?:,\s*and\b|,|\band\b|&|\+|\bplus\b|\bas well as\b)\s*/i)
    .map((part) => readGroup(part, scene));
  const kind = groups.find((group) => group?.kind)?.kind ?? null;
  const found: Clip[] = [];
  for (const group of groups) {
    if (group === null) return null;
    const clips = clipsOf(group, kind, scene, accepts);
    if (clips === null) return null;
    if (typeof clips === 'string') return clips;
    if (clips.length === 0) return `The project has no suitable clip called "${phrase.trim()}". Name an existing clip.`;
    found.push(...clips.filter((clip) => !found.includes(clip)));
  }
  return scene.except === '' ? found : without(found, scene.except, scene);
}

const severalMeant = (count: number) => `Several clips match (${count}). Name one: the first title, clip 2.`;

const neighbour = regexp('i')`
  ^(?:the\s+)?(?:clip|video|photo|picture|image|one|shot|scene)\s+(?:right\s+|that\s+comes\s+|just\s+)?
  (after|before|following)\s+(.+)$
`;

/**
 * Finds the clip next to another clip on its track. Returns the reason as a string when there is none, and `null` when
 * `other` does not name exactly one clip.
 */
function clipBeside(way: string, other: string, scene: Scene): Clip | string | null {
  const marks = findClips(other, scene, isMain);
  const [mark, more] = Array.isArray(marks) ? marks : [];
  if (mark === undefined || more !== undefined) return null;
  const row = scene.document.clips
    .filter((clip) => isMain(clip) && clip.trackIndex === mark.trackIndex)
    .toSorted((a, b) => a.start - b.start);
  const beside = row[row.indexOf(mark) + (/before/i.test(way) ? -1 : 1)];
  return beside ?? `There is no clip ${way.toLowerCase()} that one.`;
}

/** Words for visual clips. "The warm up clip" does not mean a text that reads "Warm up". */
const visualWord = /\b(?:clip|video|photo|image)\b/i;

const onlyNaming = regexp('i')`
  ^(?:
    \s
    |\b(?:
      the|my|our|a|text|title|caption|headline|clip|video|photo|image|that|which|says?|reads?|saying|one|line
      |banner|label|called|all|every|both|each|texts
    )\b
  )*$
`;

const IT_IS_UNKNOWN = 'It is not clear which clips are meant. Name them: the first title, clip 2, everything.';

const exception = /^(.+?),?\s+(?:except(?:\s+for)?|but(?:\s+not)?|apart from|other than|besides|excluding)\s+(.+)$/i;

/** Removes the clips that an exception names from a list, as in "all captions except the first one". */
function without(found: Clip[], phrase: string, scene: Scene): Clip[] | string | null {
  const among = { ...scene, except: '', isAmong: true, document: { ...scene.document, clips: found } };
  const left = findClips(phrase, among);
  return Array.isArray(left) ? found.filter((clip) => !left.includes(clip)) : left;
}

/** Parses one part of a phrase. Returns `null` when a word is not understood. */
function readGroup(part: string, scene: Scene): Group | null {
  const group: Group = {
    ...{
      kind: null,
      isPlural: false,
      isEvery: false,
      isWhole: false,
      isPronoun: false,
      isRest: false,
      isVague: false,
      isBoth: false,
    },
    ...{ word: '', vague: '', places: [], count: null, names: [], quote: null, at: null },
  };
  const quoted = new RegExp(QUOTED, 'u').exec(part);
  if (quoted) group.quote = scene.unquoted(quoted[0]).toLowerCase();
  const bare = part
    .replace(new RegExp(QUOTED, 'gu'), ' ')
    .toLowerCase()
    // "Its sound" means the audio of the clip named before, not a separate clip.
    .replace(/\b(its|their)\s+(?:own\s+)?(?:sounds?|audio|volume|picture|text|colou?rs?)\b/g, '$1')
    .replace(/\b(?:that|which) (?:says?|reads?)\b|\b(?:saying|called|named)\b/g, ' ');
  const edge = /\bat the (?:very )?(start|beginning|end)\b/.exec(bare)?.[1];
  if (edge !== undefined) group.places.push(edge === 'end' ? -1 : 0);
  const moment = new RegExp(String.raw`\bat\s+(${TIME})$`).exec(bare)?.[1];
  if (moment !== undefined) group.at = secondsOf(moment);
  const words = bare
    .replace(/\bat the (?:very )?(?:start|beginning|end)\b/, ' ')
    .replace(moment === undefined ? /$^/ : /\bat\s+\S.*$/, ' ');
  const tokens = (words.match(/[\p{L}\p{N}]+(?:['’-]\p{L}+)*/gu) ?? []).flatMap((token) => partsOfName(token, scene));
  if (/[^\p{L}\p{N}\s'’#._-]/u.test(bare)) return null;
  // "The last 2 seconds" does not name a clip, and the background of a clip is not the whole clip.
  if (/\b\d+(?:\.\d+)?\s*(?:s|seconds?|minutes?)\b|\bbackground\s+(?:of|in|behind)\b/.test(bare)) return null;
  for (const [index, token] of joinedNames(tokens, scene).entries()) if (!take(token, index, group, scene)) return null;
  return group;
}

/** Joins two neighbouring words that a clip's name writes as one: "cool down" for a clip called "cooldown". */
function joinedNames(tokens: string[], scene: Scene): string[] {
  const joined: string[] = [];
  for (const token of tokens) {
    const pair = `${joined.at(-1) ?? ''}${token}`;
    const isPair = joined.length > 0 && scene.document.clips.some((clip) => wordsOfClip(clip).includes(stem(pair)));
    if (isPair) joined.splice(-1, 1, pair);
    else joined.push(token);
  }
  return joined;
}

/** Splits a hyphenated word if all its parts occur in clip names: "first-dance", but not "voice-over". */
function partsOfName(token: string, scene: Scene): string[] {
  const parts = token.split('-');
  return parts.length > 1 && parts.every((part) => isNamed(part, scene)) ? parts : [token.replace(/['’]s$/, '')];
}

/** Reads one word of a phrase and stores it in `group`. Returns `false` when the word is not understood. */
function take(token: string, index: number, group: Group, scene: Scene): boolean {
  const ordinal = ordinalOf(token);
  const kind = kinds.find(({ word }) => word.test(token)) ?? null;
  const isArticle = index === 0 && /^an?$/.test(token);
  if (vague.test(token)) {
    group.isVague = true;
    group.vague = token;
  }
  // "Half of the intro" does not name a clip; "the second half" may name one.
  if (/^(?:half|halves)$/.test(token)) return group.places.length > 0;
  if (isArticle || fillers.test(token)) return true;
  if (everys.test(token)) {
    group.isEvery = true;
    group.isBoth = token === 'both';
  } else if (wholes.test(token) && !isNamed(token, scene)) group.isWhole = true;
  else if (/^(?:everything|all)$/.test(token)) group.isEvery = group.isWhole = true;
  else if (pronouns.test(token)) group.isPronoun = true;
  else if (/^(?:rest|others?|remaining)$/.test(token)) group.isRest = true;
  else if (ordinal !== null) group.places.push(ordinal);
  else if (
    (/^\d+$/.test(token) || token in numbers) &&
    group.names.length > 0 &&
    areOfOne([...group.names, String(numberOf(token))], scene)
  )
    group.names.push(String(numberOf(token)));
  else if (/^ones?$/.test(token) && isSaid(group)) return true;
  else if (/^(?:address|number)$/.test(token) && group.kind !== null && isOfWords(group.kind)) return true;
  else if (/^\d+$/.test(token) || (token in numbers && !isNamed(token, scene))) takeNumber(numberOf(token), group);
  else if (
    kind &&
    group.kind === null &&
    (group.names.length > 0 || scene.document.clips.some(kind.means) || !isNamed(token, scene))
  ) {
    group.kind = kind;
    group.word = token;
    group.isPlural = /s$/.test(token);
  } else if (kind && group.kind && generic.test(token)) {
    // "The website text", "the music track": both words name the same kind.
    const { means } = group.kind;
    group.kind = { ...group.kind, means: (clip) => means(clip) && (kind.means(clip) || means === isLogo) };
    group.isPlural ||= /s$/.test(token);
  } else if (isNamed(token, scene)) {
    group.names.push(token);
    group.isPlural ||= /s$/.test(token);
  } else if (token in edgeWords) group.places.push(edgeWords[token] ?? 0);
  else return false;
  return true;
}

const generic = /^(?:texts?|titles?|clips?|videos?|photos?|images?|pictures?|audio|songs?|music|words|captions?)$/;

/** Whether the words before "one", as in "the first one", identify the clip. */
const isSaid = ({ places, isEvery, isRest, isPronoun, names, kind }: Group) =>
  places.length > 0 || isEvery || isRest || isPronoun || names.length > 0 || kind !== null;

/** Stores a number as a count ("the first 3 clips", "two clips") or as a position ("clip 3"). */
function takeNumber(value: number, group: Group) {
  if (group.kind !== null && group.count === null) group.places.push(value - 1);
  else group.count = value;
}

function clipsOf(
  group: Group,
  sharedKind: Kind | null,
  scene: Scene,
  accepts: (clip: Clip) => boolean,
): Clip[] | string | null {
  const byStart = scene.document.clips.toSorted((a, b) => a.start - b.start || a.trackIndex - b.trackIndex);
  const { names, quote } = group;
  // "Clips 1 and 2": the second number is a position like the first.
  const isPlace =
    group.kind === null &&
    names.length === 0 &&
    group.count !== null &&
    group.places.length === 0 &&
    sharedKind !== null;
  const places = isPlace ? [(group.count ?? 1) - 1] : group.places;
  const count = isPlace ? null : group.count;
  if (quote !== null) {
    const says = (clip: Clip) =>
      [clip.textStyle?.content, clip.name].some((label) => label?.toLowerCase().includes(quote));
    return byStart.filter(says).filter(accepts);
  }
  const isAbout = (id: string) => scene.about.some((clip) => clip.id === id);
  const isKind = group.kind !== null || names.length > 0;
  // "The last part of the ride" does not mean the whole clip.
  if (
    isKind &&
    group.isVague &&
    places.length > 0 &&
    /^(?:parts?|sections?|segments?|bits?|half|halves|pieces?)$/.test(group.vague)
  )
    return null;
  if (group.isPronoun && !isKind && places.length === 0) {
    const meant = byStart.filter(({ id }) => isAbout(id)).filter(accepts);
    if (meant.length > 0) return meant;
    return scene.itMayBeFilm ? byStart.filter(isMain).filter(accepts) : IT_IS_UNKNOWN;
  }
  if (group.isWhole && (group.kind === null || group.kind.means === isMain)) return byStart.filter(accepts);
  const onlyPlaces = places.length > 0 || count !== null || group.isRest;
  // "The second half" names a part after an earlier instruction split the clip.
  if (!isKind && group.isVague && places.length > 0) {
    const parts = byStart.filter(({ id }) => isAbout(id));
    return parts.length > 1 && isOfOne(parts) ? inPlaces(parts, places, count, accepts) : null;
  }
  if (!isKind && (!onlyPlaces || group.isVague)) return null;
  const kind = group.kind ?? (names.length > 0 ? null : sharedKind);
  // "The last video" does not mean a photo, while "the video" means everything in the main track.
  const isOneVideo =
    kind?.means === isMain && kind.isMass && places.length > 0 && byStart.some(({ type }) => type === 'video');
  const means = isOneVideo
    ? ({ type }: Clip) => type === 'video'
    : (kind?.means ?? (names.length > 0 ? () => true : scene.isAmong ? () => true : isMain));
  const isAny = group.isRest && kind === null && scene.about.length > 0;
  const said = ownWord(group, kind, byStart);
  const own = byStart.filter(
    (clip) =>
      (isAny || means(clip)) &&
      said(clip) &&
      names.every((name) => namesOf(clip).includes(stem(name))) &&
      isAt(clip, group.at),
  );
  // "The full song" may name a clip called "full song demo" that is not music.
  if (
    own.length === 0 &&
    kind !== null &&
    names.length > 0 &&
    !names.includes(group.word) &&
    areOfOne([...names, group.word], scene)
  )
    return clipsOf({ ...group, kind: null, names: [...names, group.word] }, null, scene, accepts);
  if (group.isRest && (scene.about.length === 0 || group.isEvery)) return null;
  if (group.isRest)
    return own.filter((clip) => !isAbout(clip.id) && (kind !== null || isLike(clip, scene.about))).filter(accepts);
  if (places.length > 0) {
    // Count overlays only where the main track has too few clips.
    const row = own.filter(isInMainRow(scene.document));
    const inRow = own.every(isMain) && row.length > 0 ? inPlaces(row, places, count, accepts) : [];
    return inRow.length > 0 ? inRow : inPlaces(own, places, count, accepts);
  }
  const candidates = likeliest(own.filter(accepts), group);
  const edge = names.length === 1 ? edgeWords[names[0] ?? ''] : undefined;
  // "The intro text" when only a song has "intro" in its name.
  if (candidates.length === 0 && edge !== undefined && kind?.means === isText)
    return inPlaces(byStart.filter(isText), [edge], null, accepts);
  if (count !== null && candidates.length !== count && !group.isEvery) {
    return `The message names ${count} clips, but ${candidates.length} match. Name them: clip 1, the first photo.`;
  }
  if (group.isBoth && candidates.length !== 2)
    return `The message names two clips, but ${candidates.length} match. Name them.`;
  const isClear = group.isEvery || group.isPlural || kind?.isMass || count !== null;
  if (candidates.length > 1 && !isClear) return severalMeant(candidates.length);
  return candidates;
}

/**
 * Returns a test that selects the clips which words like "the jingle" or "the music" most likely mean.
 * If several clips of the kind exist, "the jingle" selects those with that word in their name. If no name has the word,
 * "the music" excludes audio clips shorter than a quarter of the longest.
 */
function ownWord(
  { word, places, names, isEvery, isRest }: Group,
  kind: Kind | null,
  clips: Clip[],
): (clip: Clip) => boolean {
  const alike = kind === null || word === '' ? [] : clips.filter(kind.means);
  if (!/^(?:music|jingle|song|beat|tune|track|score|melody|soundtrack|logo|sticker|watermark)$/.test(word))
    return () => true;
  if (places.length > 0 || names.length > 0 || isEvery || isRest || alike.length < 2) return () => true;
  const called = alike.filter((clip) => namesOf(clip).includes(word));
  if (called.length > 0) return (clip) => called.includes(clip);
  const longest = Math.max(...alike.map(({ duration }) => duration));
  return ({ type, duration }) => type !== 'audio' || duration >= longest / 4;
}

/**
 * Narrows several candidates to the only clip whose name has exactly the given words or, for a title, to the only text
 * that starts in the first second. Returns all candidates when neither exists.
 */
function likeliest(clips: Clip[], { names, kind, isPlural, isEvery, isBoth, count }: Group): Clip[] {
  if (clips.length < 2 || isPlural || isEvery || isBoth || count !== null) return clips;
  const wanted = new Set(names.map(stem));
  const exact = names.length === 0 ? [] : clips.filter((clip) => new Set(wordsOfClip(clip)).size === wanted.size);
  if (exact.length === 1) return exact;
  const opening = clips.filter(({ start }) => start < 1);
  return kind?.isTitle === true && names.length === 0 && opening.length === 1 ? opening : clips;
}

const edgeWords: Record<string, number> = { intro: 0, opening: 0, opener: 0, outro: -1, ending: -1 };

/** Whether all clips were split from one clip: they have the same source and track. */
const isOfOne = ([first, ...rest]: Clip[]) =>
  rest.every(({ src, trackIndex }) => src === first?.src && trackIndex === first.trackIndex);

/** Whether a clip is of the same kind as the clips named before, as "the others" requires. */
const isLike = (clip: Clip, about: readonly Clip[]) =>
  about.length === 0 || about.some(({ type, isCaption }) => type === clip.type && isCaption === clip.isCaption);

const isAt = ({ start, duration }: Clip, at: number | null) => at === null || (start <= at && at < start + duration);

function inPlaces(own: Clip[], places: number[], count: number | null, accepts: (clip: Clip) => boolean): Clip[] {
  if (count !== null && places.length === 1)
    return (places[0] === -1 ? own.slice(-count) : own.slice(0, count)).filter(accepts);
  const chosen = places.map((place) => own.at(place));
  // "The ninth photo" of six names no clip.
  return chosen.every((clip) => clip !== undefined) ? chosen.filter(accepts) : [];
}

import type { Clip, Document } from '@framemill/timeline';
import type { Scene } from './rule.ts';
import { pattern } from './words.ts';

/**
 * Common words of instructions, used to correct typing mistakes. Words shorter than four letters are never used as
 * corrections.
 */
const WORDS = `
about above across adjust after again align almost along alongside already always animate animation another anything
appear appears apply around arrange aspect audio automatic away awesome back background backwards balance become before
begin beginning begins behind below beneath beside between bigger black blank blend blink block blow blue blurred blurry
bold boost border boring bottom bounce bright brighten brighter brightness bring brown bumper button called camera
canvas capital capitalize caption captions cards center centre change changed changing chapter chapters chop cinematic
circle clean clear clearer clip clips close closing colder color colors colorful colour colours colourful column company
contrast convert cooler copy corner corners could couple cover create credits cropped cropping crossfade crossfades
darken darker decrease default degrees delay delete different dialogue dimmer discount dissolve dissolves double drop
ducking duplicate duration during each earlier edges effect effects eight eighth either elegant empty ending ends
enlarge entire equal even every everything everywhere exactly except exposure extend extra faded fades fading fancy fast
faster fifteen fifth filter filters final finish first fitting five flash flicker flip float follow following font
footage format fourth fourteen frame frames freeze from front full fullscreen gaps gentle gently gets getting give
glitch glow going gold good gradually grain grayscale great green greyscale ground group groups guitar half halfway
halves hand handle happens heading headline heart heavier height hello help hide higher highlight hold horizontal
horizontally huge hundred image images immediately increase insert inside instagram instead intro introduction into
invert italic italics itself keep kill know label landscape larger last later layer least leave left length lengthen
less letters level light lighter like limit line little location logo long longer look looks loop loud louder loudness
lower lowered made main make makes making many mark marker markers match maybe mean media medium message middle minute
minutes mirror moment montage more move moves movie much music muted name names narration narrator need needs negative
next nice nine ninth noise normal normalize nothing notice number object offset once only opacity opaque opener opening
orange order original other others outline outro outside over overlay overlays paint panel part parts pause pauses
people percent period photo photos pick picture pictures piece pink place placed plain play played playing plays please
point portrait position possible presentation pretty previous probably project promo punch purple push quarter quick
quickly quiet quieter quite raise random ratio reading ready really record rectangle reduce reel reels release remaining
remove removed rename reorder repeat replace resize rest restore reverse reversed right rotate round rounded same
saturated saturation saying says scale scene scenes screen second seconds section segment sepia sequence seven seventh
shadow shape shapes sharpen sharper shift shorten shorter shorts shot shots should show shows shrink side sides silence
silences silent simple since single sixteen sixth size slide slides slideshow slight slightly slow slower slowly small
smaller smooth smoothly snappier soft softer some someone something song songs soon sorry sound sounds soundtrack space
speaker speaking speaks speech speed spin split square stand star start starting starts stay stays sticker stickers
still stop stops story straight strip strong stuff style subtitle subtitles subtle sunny swap switch take taken talking
tall tenth text texts thanks that their them then there these thing things third thirty this those three through
throughout tidy tighten tiktok time times timeline tint tiny title titles together tone tones touch track tracks
transition transitions transparent trim triple turn twelve twenty twice two typewriter under underline underneath unmute
until update upper uppercase vertical vertically vibrant video videos view vignette vintage visible voice voiceover
voices volume wait want warm warmer warmth watermark white whole wide wider widescreen width wipe with without word
words would write yellow your youtube zoom zooming zooms
`;

/** Set of the common words of instructions. */
export const vocabulary: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter((word) => word !== ''));

/** Filler words of a phrase, which do not identify a clip by themselves. */
export const fillers = new RegExp(pattern`
  ^(?:
    the|my|our|your|of|in|on|please|own|clip's|file|files|track|tracks|element|elements|timeline|project|background
    |overlay|here|part|section|segment|bit|original|thing|moment|with|where|shows|showing|from|existing|current
    |entry|line|card|which|number|nr|half|halves|pieces?
  )$
`);

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

/**
 * Returns the words that identify a clip: each word of its name and text, and each pair of adjacent words joined into
 * one.
 */
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

/** Returns a word without its plural "s". Words of up to 3 letters are returned unchanged. */
export const stem = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

/** Whether a single clip has all of these words in its name or text: "lesson 3". */
export const areOfOne = (words: string[], { document }: Scene) =>
  document.clips.some((clip) => words.every((word) => namesOf(clip).includes(stem(word))));

/**
 * Finds the clips whose complete text or name occurs in a phrase ("anna & tom"). Only texts and names with a character
 * other than a letter are considered. If several occur, the longest is used. `plain` is the phrase without it.
 */
export function withoutLabel(phrase: string, { document }: Scene): { plain: string; labelled: Clip[] } {
  const said = ` ${phrase.toLowerCase()} `;
  const labels = document.clips.map((clip) => ({ clip, label: labelOf(clip) }));
  const fitting = labels.filter(
    ({ label }) => label.length > 2 && /[^\p{L}]/u.test(label) && said.includes(` ${label} `),
  );
  const longest = Math.max(0, ...fitting.map(({ label }) => label.length));
  const chosen = fitting.filter(({ label }) => label.length === longest);
  return {
    plain: said.replace(` ${chosen[0]?.label ?? ''} `, ' '),
    labelled: chosen.map(({ clip }) => clip),
  };
}

const labelOf = ({ name, textStyle }: Clip) =>
  (textStyle?.content ?? name.replace(/\.\w{2,4}$/, ''))
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim();

import type { Clip, Document } from '@framemill/timeline';
import { ordinals, QUOTED, unquoted } from './words.ts';

/** Kinds of clip as people call them, and which clips they mean. */
const kinds: readonly [name: RegExp, means: (clip: Clip) => boolean][] = [
  [/\b(?:captions?|subtitles?)\b/i, (clip) => clip.isCaption === true],
  [/\b(?:titles?|texts?|headlines?|words)\b/i, (clip) => clip.type === 'text' && clip.isCaption !== true],
  [/\b(?:music|songs?|soundtracks?|background (?:audio|track))\b/i, (clip) => clip.type === 'audio' && !isVoice(clip)],
  [/\b(?:voice(?:-?over)?s?|narration|speech|dialog(?:ue)?)\b/i, isVoice],
  [/\b(?:audio|sounds?)\b/i, (clip) => clip.type === 'audio'],
  [/\b(?:photos?|images?|pictures?|stills?)\b/i, (clip) => clip.type === 'image'],
  [/\b(?:videos?|footage|shots?|scenes?)\b/i, (clip) => clip.type === 'video'],
  [/\b(?:logos?|stickers?)\b/i, (clip) => clip.type === 'sticker' || /logo/i.test(clip.name)],
  [/\bshapes?\b/i, (clip) => clip.type === 'shape'],
  [/\b(?:clips?)\b/i, isMain],
];

/** What a phrase means, and how it was said. */
export interface Found {
  clips: Clip[];
  /** Whether the phrase named clips at all. */
  named: boolean;
}

/** The clips that a phrase names, by start: "the second video", "all titles", "clip 3", "the intro", `the "Hello" title`. */
export function findClips(phrase: string, document: Document): Found {
  const byStart = document.clips.toSorted((a, b) => a.start - b.start || a.trackIndex - b.trackIndex);
  const quoted = new RegExp(QUOTED, 'u').exec(phrase);
  if (quoted) {
    const text = unquoted(quoted[0]).toLowerCase();
    const clips = byStart.filter((clip) =>
      [clip.textStyle?.content, clip.name].some((label) => label?.toLowerCase().includes(text)),
    );
    return { clips, named: true };
  }
  const main = byStart.filter(isMain);
  if (/\b(?:intro|opening|opener)\b/i.test(phrase)) return { clips: main.slice(0, 1), named: true };
  if (/\b(?:outro|ending|closing (?:clip|shot))\b/i.test(phrase)) return { clips: main.slice(-1), named: true };
  if (/\b(?:everything|all of it|whole (?:video|film|project)|entire (?:video|film|project))\b/i.test(phrase)) {
    return { clips: byStart, named: true };
  }
  const kind = kinds.find(([name]) => name.test(phrase));
  if (!kind) return byName(phrase, byStart);
  const own = byStart.filter(kind[1]);
  const numbered =
    /\b(?:clip|video|shot|scene|photo|image|picture|title|text)s?\s*#?\s*(\d+)(?:\s*(?:and|&|,)\s*(\d+))?/i.exec(
      phrase,
    );
  if (numbered) {
    const places = [numbered[1], numbered[2]].flatMap((place) => (place === undefined ? [] : [Number(place)]));
    return { clips: places.flatMap((place) => own[place - 1] ?? []), named: true };
  }
  const places = Object.entries(ordinals).filter(([word]) => new RegExp(`\\b${word}\\b`, 'i').test(phrase));
  if (places.length > 0) return { clips: places.flatMap(([, place]) => own.at(place) ?? []), named: true };
  return { clips: own, named: true };
}

/** Whether a clip is of the film's own pictures, not laid over them. */
export function isMain(clip: Clip): boolean {
  return clip.type === 'video' || clip.type === 'image';
}

function isVoice(clip: Clip): boolean {
  return clip.type === 'audio' && /voice|speech|narrat|talk|dialog|interview|vo\b/i.test(clip.name);
}

function byName(phrase: string, clips: Clip[]): Found {
  const words = phrase.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const found = clips.filter((clip) => words.some((word) => clip.name.toLowerCase().includes(word)));
  return { clips: found, named: found.length > 0 };
}

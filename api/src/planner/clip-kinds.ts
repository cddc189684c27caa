import type { Clip, Document } from '@framemill/timeline';
import { regexp } from './words.ts';

/** Category of clips, with the everyday words that name it. */
export interface Kind {
  word: RegExp;
  means: (clip: Clip) => boolean;
  /** Whether the singular names all clips of this kind, as "the music" does. */
  isMass?: boolean;
  /** Whether the singular names the text that opens the video when there are several texts. */
  isTitle?: boolean;
}

/** Returns a predicate for text clips whose content matches a pattern. */
function says(what: RegExp): Kind['means'] {
  return (clip) => clip.textStyle !== undefined && what.test(clip.textStyle.content);
}

/** Categories of clips, with the everyday words that name them. */
export const kinds: readonly Kind[] = [
  { word: /^(?:captions?|subtitles?)$/, means: (clip) => clip.isCaption === true },
  { word: /^(?:titles?|headlines?|headings?|names?|taglines?|headers?)$/, means: isText, isTitle: true },
  { word: /^(?:texts?|words|lettering|typography)$/, means: isText, isMass: true },
  {
    word: /^(?:music|songs?|soundtracks?|tunes?|beats?|melody|jingle|bgm)$/,
    means: (clip) => clip.type === 'audio' && !isVoice(clip),
    isMass: true,
  },
  {
    word: /^(?:voices?|voice-?overs?|narrat(?:ion|or)|speech|dialog(?:ue)?|speaker|commentary|vo)$/,
    means: isVoice,
    isMass: true,
  },
  { word: /^(?:audio|sounds?)$/, means: (clip) => clip.type === 'audio', isMass: true },
  {
    word: /^(?:photos?|photographs?|images?|pictures?|stills?|slides?|pics?|snaps?|snapshots?)$/,
    means: (clip) => clip.type === 'image',
  },
  { word: /^(?:videos|shots?|takes?)$/, means: (clip) => clip.type === 'video' },
  { word: /^(?:video|film|movie|footage|visuals|reel|vlog|montage|edit)$/, means: isMain, isMass: true },
  { word: /^(?:logos?|stickers?|watermarks?|emblem)$/, means: isLogo },
  { word: /^(?:prices?|costs?)$/, means: says(/[$€£¥]\s?\d|\d\s?(?:[$€£¥]|eur|usd|dollars?)/i) },
  { word: /^(?:scores?|results?)$/, means: says(/\d\s*[-:–]\s*\d/) },
  {
    word: /^(?:websites?|urls?|links?|domain)$/,
    means: says(/www\.|https?:|\w\.(?:com|org|net|io|de|eu|co|uk|example)\b/i),
  },
  { word: /^(?:hashtags?)$/, means: says(/#\p{L}/u) },
  { word: /^(?:handle|e-?mail|mail)$/, means: says(/@/) },
  { word: /^(?:phone)$/, means: says(/\d[\d\s-]{5,}\d/) },
  {
    word: /^(?:address)$/,
    means: says(/\b(?:street|st|road|rd|avenue|ave|lane|drive|square|way)\b|\p{L}+(?:straße|strasse|weg|platz)\b/iu),
  },
  {
    word: /^(?:dates?)$/,
    means: says(
      regexp('i')`
        \b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\b.*\d
        |\d.*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d+[./]\d+[./]\d+
      `,
    ),
  },
  { word: /^shapes?$/, means: (clip) => clip.type === 'shape' },
  { word: /^(?:clips?|scenes?)$/, means: isMain },
];

/**
 * Whether clips of a kind are recognised by the content of their texts. Example: "the e-mail address" means a text clip
 * that contains an e-mail address.
 */
export const isOfWords = ({ word }: Kind) => /mail|website|phone/.test(word.source);

/** Returns a predicate for clips of the main track: the lowest track with the video's own footage. */
export function isInMainRow({ clips }: Pick<Document, 'clips'>): (clip: Clip) => boolean {
  const row = Math.min(...clips.filter(isMain).map(({ trackIndex }) => trackIndex));
  return ({ trackIndex }) => trackIndex === row;
}

/** Whether a clip is part of the video's own footage, not an overlay. */
export function isMain(clip: Clip): boolean {
  return (clip.type === 'video' || clip.type === 'image') && !isLogo(clip);
}

/** Whether a clip is visible. */
export function isSeen({ type }: Clip): boolean {
  return type !== 'audio';
}

/** Whether clips of this type can have audio. */
export function hasAudio({ type }: Clip): boolean {
  return type === 'audio' || type === 'video';
}

/** Whether a clip is a text other than a caption. */
export function isText(clip: Clip): boolean {
  return clip.type === 'text' && clip.isCaption !== true;
}

/** Whether a clip is a voice recording, judged by its name. */
export function isVoice(clip: Clip): boolean {
  return clip.type === 'audio' && /voice|speech|narrat|talk|dialog|interview|comment|\bvo\b/i.test(clip.name);
}

/** Whether a clip is a sticker or a logo. */
export function isLogo(clip: Clip): boolean {
  return clip.type === 'sticker' || /logo|watermark/i.test(clip.name);
}

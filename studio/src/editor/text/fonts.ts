import { fontFileUrl } from '@framemill/compositor/capabilities';
import { isFontSource, substituteFamily, type TextStyle } from '@framemill/timeline';
import { useMemo } from 'react';
import type { MediaRecord } from '../model/media.ts';
import { useEditor } from '../model/use-editor.ts';
import { FAMILIES } from './text-formats.ts';

/** Font that a text can have: a bundled family or an uploaded file. */
export interface FontChoice {
  /** Value of `fontFamily`: the family, or the id of the file. */
  value: string;
  name: string;
  /** Root-relative URL of a font file with its regular letters. */
  url: string;
}

/** Returns all fonts: the uploaded files first, then the bundled families. */
export function useFontChoices(): readonly FontChoice[] {
  const media = useEditor((state) => state.media);
  return useMemo(() => {
    const files = media.filter(({ kind, status }) => kind === 'font' && status === 'READY');
    return [
      ...files.map(({ id, name, url }) => ({ value: id, name, url })),
      ...FAMILIES.map((family) => ({ value: family, name: family, url: fontFileUrl(family, 400) ?? '' })),
    ];
  }, [media]);
}

/**
 * Returns sentences about the fonts of a text that are drawn differently: each unknown family with the family that is
 * drawn instead, and each missing file.
 */
export function fontProblems(
  { fontFamily, spans = [] }: Partial<TextStyle>,
  bySrc: ReadonlyMap<string, MediaRecord>,
): string[] {
  const named = new Set([fontFamily, ...spans.map((span) => span.fontFamily)].filter((one) => one !== undefined));
  return [...named].flatMap((one) => {
    if (isFontSource(one)) {
      const isThere = bySrc.get(one)?.status === 'READY';
      return isThere ? [] : [`The font file ${one} is not available. Select another font to render the video.`];
    }
    const substitute = substituteFamily(FAMILIES, one);
    return substitute === null ? [] : [`The font “${one}” is not available. ${substitute} is used instead.`];
  });
}

/** Requested fonts by their names in style sheets. */
const requested = new Map<string, Promise<unknown>>();

/**
 * Loads a font file into the page, once. Returns the name by which styles refer to it. Until it is loaded, and when it
 * cannot be loaded, the browser uses the next font of the style.
 */
export function loadFace(url: string): string {
  const name = `font_${url.replaceAll(/\W/g, '_')}`;
  if (url !== '' && !requested.has(name)) {
    const face = new FontFace(name, `url(${JSON.stringify(url)})`);
    document.fonts.add(face);
    // A missing font only changes how a name looks.
    requested.set(
      name,
      face.load().catch(() => null),
    );
  }
  return `${name}, Inter, sans-serif`;
}

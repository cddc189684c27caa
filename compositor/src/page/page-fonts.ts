import type { FontFile, TextLayout } from '@framemill/timeline';
import { bundledFonts, bundledFontUrl } from '../fonts/bundled-fonts.ts';
import type { CompositionInput, PageFont } from './page-data.ts';

const CSS_FORMATS: Readonly<Record<string, string>> = {
  'font/ttf': 'truetype',
  'font/otf': 'opentype',
  'font/woff': 'woff',
  'font/woff2': 'woff2',
};

/** All bundled fonts, in the order of `bundledFonts`, with the URLs under which `/vendor/fonts` serves them. */
export const bundledPageFonts: readonly PageFont[] = bundledFonts.map((font, index) => {
  const { family, weight, italic } = font;
  return { index, url: bundledFontUrl(font), format: 'truetype', family, weight, italic };
});

/**
 * Returns the fonts that the glyphs of `layouts` use. `own` contains the uploaded fonts in the order in which the text
 * engine received them. Uploaded fonts get generated family names, because a name from an uploaded file is not safe in
 * a style sheet.
 */
export function pageFonts(
  layouts: readonly TextLayout[],
  own: ReadonlyMap<string, FontFile>,
  media: CompositionInput['media'],
): PageFont[] {
  const sources = [...own.keys()];
  const used = new Set<number>();
  for (const { lines } of layouts) {
    for (const { glyphs } of lines) for (const { fontIndex } of glyphs) used.add(fontIndex);
  }
  return [...used]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const place = index - bundledFonts.length;
      return bundledPageFonts[index] ?? uploadedFont(index, `uploaded-${place + 1}`, media(sources[place] ?? ''));
    });
}

function uploadedFont(index: number, family: string, found: ReturnType<CompositionInput['media']>): PageFont[] {
  const format = found && CSS_FORMATS[found.facts.mimeType];
  if (!found?.facts.font || !format) return [];
  const { weight, italic } = found.facts.font;
  return [{ index, url: found.url, format, family, weight, italic }];
}

/** Returns the `@font-face` rules of fonts, each with its own family, weight and style. */
export function fontFaces(fonts: readonly PageFont[]): string {
  return fonts
    .map(({ url, format, family, weight, italic }) => {
      const style = italic ? 'italic' : 'normal';
      return (
        `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};font-display:block;` +
        `src:url("${url}") format("${format}")}`
      );
    })
    .join('');
}

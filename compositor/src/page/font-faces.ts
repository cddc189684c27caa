import { bundledFonts } from '../catalog/fonts.ts';
import type { PageFont } from './page-data.ts';

/** The name of a bundled font's file under /vendor/fonts. */
export function fontFileName(index: number): string | null {
  return bundledFonts[index]?.file.split('/').at(-1) ?? null;
}

/** The rules that load fonts, each under its own family, weight and slant. */
export function fontFaces(fonts: readonly PageFont[]): string {
  return fonts
    .map(({ index, family, weight, italic }) => {
      const style = italic ? 'italic' : 'normal';
      return (
        `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};font-display:block;` +
        `src:url("/vendor/fonts/${fontFileName(index)}") format("truetype")}`
      );
    })
    .join('');
}

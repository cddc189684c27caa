import { bundledFonts } from '../catalog/fonts.ts';
import type { PageFont } from './page-data.ts';

/** The rules that load fonts from /vendor/fonts, each under its own family, weight and slant. */
export function fontFaces(fonts: readonly PageFont[]): string {
  return fonts
    .map(({ index, family, weight, italic }) => {
      const style = italic ? 'italic' : 'normal';
      const file = bundledFonts[index]?.file.split('/').at(-1);
      return (
        `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};font-display:block;` +
        `src:url("/vendor/fonts/${file}") format("truetype")}`
      );
    })
    .join('');
}

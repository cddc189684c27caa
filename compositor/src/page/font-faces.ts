import type { PageFont } from './page-data.ts';

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

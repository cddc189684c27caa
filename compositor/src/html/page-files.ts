import { readFileSync } from 'node:fs';
import { bundledFonts } from '../catalog/fonts.ts';
import { fontPaths } from '../sprites/font-files.ts';
import type { HtmlContent } from './html-content.ts';

/** Origin of the pages. No such host exists: requests to it are answered from memory, all others are refused. */
export const pageOrigin = 'http://clip.invalid';

/** File that is served to a page. */
export interface PageFile {
  readonly body: string | Buffer;
  readonly contentType: string;
  readonly headers?: Record<string, string>;
}

/**
 * Returns a file of a clip's page by path: the page, its style sheet, its script, the bundled fonts. Undefined when
 * there is no such file.
 */
export function pageFile({ page, size, hasScript }: HtmlContent, path: string): PageFile | undefined {
  if (path === '/') {
    const body = pageText(page.html, hasScript);
    return { body, contentType: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy(hasScript) } };
  }
  if (path === '/base.css') return { body: baseStyle(size), contentType: 'text/css; charset=utf-8' };
  if (path === '/clip.css') return { body: page.css ?? '', contentType: 'text/css; charset=utf-8' };
  if (path === '/clip.js') return { body: page.js ?? '', contentType: 'text/javascript; charset=utf-8' };
  const font = /^\/font\/(\d+)$/.exec(path);
  const file = font ? fontPaths()[Number(font[1])] : undefined;
  return file === undefined ? undefined : { body: readFileSync(file), contentType: 'font/ttf' };
}

// The script comes last, so that everything that it measures is present.
function pageText(html: string, hasScript: boolean): string {
  const script = hasScript ? '<script src="/clip.js"></script>' : '';
  const head = '<meta charset="utf-8"><link rel="stylesheet" href="/base.css"><link rel="stylesheet" href="/clip.css">';
  return `<!doctype html><html><head>${head}</head><body>${html}${script}</body></html>`;
}

// Only the page's own content is allowed: no frames, no workers, no media, no connections, no forms.
function policy(hasScript: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${hasScript ? "'self' 'unsafe-inline' 'unsafe-eval'" : "'none'"}`,
    // Without this rule workers are allowed wherever scripts are, and they have a separate clock.
    "worker-src 'none'",
    "style-src 'self' 'unsafe-inline' data:",
    "font-src 'self' data:",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ].join('; ');
}

// The first family is that of texts, so that a page without fonts looks the same on every machine.
function baseStyle({ width, height }: HtmlContent['size']): string {
  const faces = bundledFonts.map(
    ({ family, weight, italic }, index) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-style:${italic ? 'italic' : 'normal'};font-display:block;src:url(/font/${index})}`,
  );
  const [first] = bundledFonts;
  const page = `html,body{margin:0;width:${width}px;height:${height}px;overflow:hidden;background:transparent}`;
  return `${faces.join('\n')}\nhtml{font-family:"${first?.family ?? ''}",sans-serif}\n${page}`;
}

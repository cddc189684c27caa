import type { Clip } from '../../document/clip.ts';
import type { LintRule } from './rule.ts';

/** Finds texts and HTML clips without content. */
export const nothingToSee: LintRule = function* (document) {
  for (const clip of document.clips) {
    const what = emptyKind(clip);
    if (what === null) continue;
    yield {
      severity: 'warn',
      time: clip.start,
      clipId: clip.id,
      message: `${what} ${clip.id} is empty and shows nothing. Give it content or remove it.`,
    };
  }
};

function emptyKind({ textStyle, html }: Clip): string | null {
  if (textStyle) return textStyle.content.trim() === '' ? 'Text' : null;
  // A style sheet alone may paint the page, and a script may fill it.
  return html && [html.html, html.css, html.js].every((part = '') => part.trim() === '') ? 'Html clip' : null;
}

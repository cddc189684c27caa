import type { EmbedSession } from './session-access.ts';

/** Alpha values of soft and faint colours, as two hex digits. */
const ALPHA = { soft: '1f', text: 'cc', faint: 'a6' };

/** Applies the theme of an embed session to the page, as values of the design's tokens. */
export function applyTheme({ mode = 'dark', ...colors }: EmbedSession['theme']): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = mode;
  for (const [token, color] of tokensOf(colors)) style.setProperty(token, color);
}

/** Returns the design's tokens that a theme changes, with their values. */
function tokensOf(colors: Omit<EmbedSession['theme'], 'mode'>): (readonly [token: string, color: string])[] {
  const { accent, onAccent, background, surface, text } = colors;
  const tokens: [token: string, color: string | undefined, alpha?: string][] = [
    ['--accent', accent],
    ['--fill', accent],
    ['--fill-strong', accent],
    ['--accent-soft', accent, ALPHA.soft],
    ['--on-fill', onAccent],
    ['--bg', background],
    ['--sunken', background],
    ['--surface', surface],
    ['--raised', surface],
    ['--overlay', surface],
    ['--text', text],
    ['--text-soft', text, ALPHA.text],
    ['--text-faint', text, ALPHA.faint],
  ];
  return tokens.flatMap(([token, color, alpha = '']) => (color === undefined ? [] : [[token, color + alpha] as const]));
}

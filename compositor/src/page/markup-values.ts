const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for use between tags and inside quoted attributes of HTML and SVG. Removes NUL characters, which both
 * forbid.
 */
export function escapeText(text: string): string {
  return text.replaceAll('\0', '').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * Returns a value as JSON that is safe inside a `<script>` element: no character in it ends the element or starts a
 * comment.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Formats a number with at most four decimals, for style sheets and attributes. */
export function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000 + 0);
}

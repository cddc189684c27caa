const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and inside quoted attributes, of HTML and SVG alike. NUL, which neither can hold, goes. */
export function escapeText(text: string): string {
  return text.replaceAll('\0', '').replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A value as JSON that may stand inside a `<script>`: nothing in it ends the element or starts a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

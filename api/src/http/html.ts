/** HTML text that is safe to send, because all inserted values are escaped. Only the function `html` creates it. */
export interface Markup {
  readonly markup: string;
}

/** Builds HTML from a template literal. Values in `${}` are escaped, except `Markup` and lists of `Markup`. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]): Markup {
  const pieces = parts.map((part, index) => part + (index < values.length ? written(values[index] ?? '') : ''));
  return { markup: pieces.join('') };
}

function written(value: string | number | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('');
  return typeof value === 'object' ? value.markup : escapeHtml(String(value));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

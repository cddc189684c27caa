import { FramemillError } from '../errors/framemill-error.ts';

/** Context of a value, which determines its escaping. A value must not change the meaning of the text around it. */
export type ValueContext = 'text' | 'source' | 'html' | 'css' | 'js';

/** Characters that may have a meaning around a value: all but letters and digits, and the two line ends of Unicode. */
const SIGNS = /[^A-Za-z0-9\u00a0-\uffff]|[\u2028\u2029]/g;
/** Attributes of HTML and SVG whose values are URLs. */
const URL_ATTRIBUTE = /[\s"'/](?:href|src|srcset|action|formaction|poster|data|background|xlink:href)\s*=\s*["']?$/i;
const EVENT_ATTRIBUTE = /[\s"'/]on[a-z]+\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/i;
const STYLE_ATTRIBUTE = /[\s"'/]style\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/i;

/**
 * Escapes a value for the position between `before` and `after`.
 * In pages, all ASCII characters except letters and digits are escaped, which is safe in text, in quoted and unquoted
 * attributes, in strings and in names. Throws `invalid_request` for a URL that a page would execute.
 */
export function escapeValue(value: string, context: ValueContext, before: string, after: string): string {
  switch (context) {
    case 'text':
      return value;
    case 'source':
      // A whole source is the value itself; inside a URL the value is encoded as one part.
      return before === '' && after === '' ? value : encodeURIComponent(value.toWellFormed());
    case 'css':
      return inCss(value);
    case 'js':
      return inScript(value);
    case 'html':
      return inMarkup(value, before);
  }
}

function inMarkup(value: string, before: string): string {
  if (isInside('script', before)) return inScript(value);
  if (isInside('style', before)) return inCss(value);
  const tag = before.slice(before.lastIndexOf('<'));
  const isInTag = tag.startsWith('<') && !tag.includes('>');
  if (!isInTag) return inAttribute(value);
  if (EVENT_ATTRIBUTE.test(tag)) return inAttribute(inScript(value));
  if (STYLE_ATTRIBUTE.test(tag)) return inAttribute(inCss(value));
  if (URL_ATTRIBUTE.test(tag)) requireHarmless(value);
  return inAttribute(value);
}

/** Whether a script or style element is still open at the end of the text. */
function isInside(element: 'script' | 'style', before: string): boolean {
  const lower = before.toLowerCase();
  const opened = lower.lastIndexOf(`<${element}`);
  return opened >= 0 && opened > lower.lastIndexOf(`</${element}`) && lower.indexOf('>', opened) >= 0;
}

function requireHarmless(value: string): void {
  // Browsers ignore control characters and spaces before a scheme, and line breaks inside it.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec([...value].filter((sign) => sign > ' ').join(''))?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return;
  const message = `A variable contains a URL with ${scheme}:, but URLs in a page must begin with https: or http:.`;
  throw new FramemillError('invalid_request', message);
}

const inAttribute = (value: string) => escapeEach(value, (code) => `&#${code};`);
const inCss = (value: string) => escapeEach(value, (code) => `\\${code.toString(16).padStart(6, '0')}`);
const inScript = (value: string) => escapeEach(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`);

function escapeEach(value: string, escapeOne: (code: number) => string): string {
  return value.replace(SIGNS, (sign) => escapeOne(sign.charCodeAt(0)));
}

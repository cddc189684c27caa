import { FramemillError } from '../errors/framemill-error.ts';

/** What a value goes into: it changes only what stands there, and never what that means. */
export type ValueContext = 'text' | 'source' | 'html' | 'css' | 'js';

/** What may mean something where a value stands: all but letters and digits. The two of Unicode end lines. */
const SIGNS = /[^A-Za-z0-9\u00a0-\uffff]|[\u2028\u2029]/g;
/** Attributes of HTML and SVG whose values are addresses. */
const URL_ATTRIBUTE = /[\s"'/](?:href|src|srcset|action|formaction|poster|data|background|xlink:href)\s*=\s*["']?$/i;
const EVENT_ATTRIBUTE = /[\s"'/]on[a-z]+\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/i;
const STYLE_ATTRIBUTE = /[\s"'/]style\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/i;

/**
 * A value as it is written where `before` ends and `after` begins. Throws `invalid_request` for an address that a page would run.
 * In pages every sign but letters and digits is escaped: that holds in text, in quoted and bare attributes, strings and names.
 */
export function escapeValue(value: string, context: ValueContext, before: string, after: string): string {
  switch (context) {
    case 'text':
      return value;
    case 'source':
      // A whole source is the value; a part of an address is one part of it.
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

/** Whether an element whose content is no markup is open where the text ends. */
function isInside(element: 'script' | 'style', before: string): boolean {
  const lower = before.toLowerCase();
  const opened = lower.lastIndexOf(`<${element}`);
  return opened >= 0 && opened > lower.lastIndexOf(`</${element}`) && lower.indexOf('>', opened) >= 0;
}

function requireHarmless(value: string): void {
  // Browsers skip control characters and blanks in front of a scheme and line breaks in it.
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec([...value].filter((sign) => sign > ' ').join(''))?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return;
  const message = `a variable that is an address in a page may begin with https: or http:, not with ${scheme}:.`;
  throw new FramemillError('invalid_request', message);
}

const inAttribute = (value: string) => escapeEach(value, (code) => `&#${code};`);
const inCss = (value: string) => escapeEach(value, (code) => `\\${code.toString(16).padStart(6, '0')}`);
const inScript = (value: string) => escapeEach(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`);

function escapeEach(value: string, escapeOne: (code: number) => string): string {
  return value.replace(SIGNS, (sign) => escapeOne(sign.charCodeAt(0)));
}

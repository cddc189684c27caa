import { FramemillError, isStorable, unstorable } from '@framemill/timeline';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAIN_LIMITS } from '../limiter/cost-limits.ts';

/** Maximum nesting depth of a JSON body. Project documents have about 8 levels. The limit prevents stack overflows. */
export const MAX_JSON_DEPTH = 32;

/**
 * Installs the parser of JSON request bodies.
 * Other media types are refused, except uploads and forms, which have their own parsers. An empty body is parsed as
 * `undefined`, so that a DELETE with a content type is valid. The parser refuses keys named `__proto__`, nesting above
 * MAX_JSON_DEPTH, and strings that the database cannot store (NUL, lone surrogates). With `keepLong`, long bodies of
 * authenticated routes are stored unparsed in `request.longBody`, and a worker thread parses them.
 */
export function installJsonBody(app: FastifyInstance, { keepLong = false } = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Fastify parses text/plain, the type `fetch` sends for a string, as one string rather than as the JSON in it.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (keepLong && request.pass && bytes.length > MAIN_LIMITS.bodyBytes) {
      request.longBody = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      return done(null, undefined);
    }
    const source = bytes.toString();
    if (source.trim() === '') return done(null, undefined);
    parse(request, source, (error, value: unknown) => {
      if (error) return done(new FramemillError('invalid_request', refusal(source), {}, { cause: error }));
      const problem = findUnstorable(value);
      return problem ? done(new FramemillError('invalid_request', problem)) : done(null, value);
    });
  });
}

// Fastify's parser gives no reason. If the text parses as JSON, it contained a key that could reach a prototype.
function refusal(source: string): string {
  try {
    JSON.parse(source.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `The body cannot be parsed as JSON: ${jsonFault(error)}.`;
  }
  return 'The body contains a key named `__proto__`, or `prototype` inside `constructor`. Remove the key.';
}

// Iterative, because a deeply nested body would overflow the stack of a recursive walk.
function findUnstorable(root: unknown): string | null {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { value, depth } = entry;
    if (typeof value === 'string') {
      if (!isStorable(value)) return unstorable(value);
    } else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_JSON_DEPTH) return `The body is nested deeper than ${MAX_JSON_DEPTH} levels. Use fewer levels.`;
      for (const [key, item] of Object.entries(value)) {
        if (!isStorable(key)) return unstorable(key);
        if (typeof item === 'string' || (typeof item === 'object' && item !== null)) {
          stack.push({ value: item, depth: depth + 1 });
        }
      }
    }
  }
  return null;
}

/**
 * Describes where a text stops being valid JSON, as the end of a sentence.
 * Example: `it has an error at character 13 of line 1`. `error` is the value that `JSON.parse` threw.
 */
function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON input|Unterminated/.test(message)) return 'it ends in the middle of a value';
  const place = /line (\d+) column (\d+)/.exec(message);
  if (place) return `it has an error at character ${place[2]} of line ${place[1]}`;
  // Some errors quote the surrounding text instead of a position.
  const token = /^Unexpected token (.+?), (.{1,80}?) is not valid JSON/s.exec(message);
  return token ? `it has an error at ${token[1]} in ${token[2]}` : 'the text is not JSON';
}

/**
 * Removes the `Content-Type` header of a request that has no body.
 * Some clients send the header without a body: `curl -d ''` sends the type of a form. The request would be refused for
 * this media type. Call it before the body is read, in routes that accept no body.
 */
export function forgetTypeOfNoBody({ headers }: FastifyRequest): void {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = headers;
  if (encoding === undefined && length === '0') headers['content-type'] = undefined;
}

import type { LoggedRequest } from './console-queries.ts';

/** Methods of routes that take a body. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Options of `curl` for methods, if not `-X <method>`. */
const OPTIONS: Readonly<Record<string, string>> = { GET: '', HEAD: '-I ' };

/** Matches the paths of routes that take a file as a form field. */
const UPLOAD = /\/media\/(?:large-)?uploads(?:\?|$)/;

/**
 * Returns the shell command that sends a logged request again, and a sentence with what to fill in. `YOUR_KEY` and
 * `BODY` are placeholders, because the service stores neither keys nor bodies; `…` is in the place of hidden values.
 */
export function curlOf(
  { method, path }: Pick<LoggedRequest, 'method' | 'path'>,
  origin: string,
): { command: string; note: string } {
  const hasBody = WITH_BODY.has(method);
  const body = UPLOAD.test(path) ? ["-F 'file=@BODY'"] : ["-H 'Content-Type: application/json'", "-d 'BODY'"];
  const options = OPTIONS[method] ?? `-X ${method} `;
  const lines = [
    `curl ${options}${quoted(origin + path)}`,
    "-H 'Authorization: Bearer YOUR_KEY'",
    ...(hasBody ? body : []),
  ];
  const notes = [
    hasBody ? 'Replace YOUR_KEY and BODY: keys and bodies are not stored.' : 'Replace YOUR_KEY: keys are not stored.',
    ...(path.includes('…') ? ['Replace … too: values that may be secrets are hidden.'] : []),
  ];
  return { command: lines.join(' \\\n  '), note: notes.join(' ') };
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

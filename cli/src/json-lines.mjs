import { StringDecoder } from 'node:string_decoder';

/**
 * Output of every command with `--json`: one line with an object of this type. `ok` means that the command succeeded.
 * @typedef {{ code: string; message: string; details: Record<string, unknown> }} Failure
 * @typedef {{ ok: boolean; command: string; result: unknown; error: Failure | null }} Envelope
 */

/**
 * Number of characters of a program's latest output that are kept. They become the error message when the program fails
 * without a JSON error.
 */
const keptCharacters = 4_000;

/**
 * Wraps the JSON that a program prints into `Envelope` objects. For a program that runs until it is stopped, each JSON
 * value is wrapped as it arrives. For other programs only the last value is, at the end, when the exit code is known.
 * Output that is not JSON is passed to `aside`.
 * @param {string} command
 * @param {{ print(line: string): void; aside(text: string): void; runs: boolean }} options
 */
export function envelopes(command, { print, aside, runs }) {
  const [out, err] = [new StringDecoder(), new StringDecoder()];
  let pending = '';
  let line = '';
  let said = '';
  /** @type {Envelope | null} */
  let last = null;
  /** @param {Envelope} envelope */
  const emit = (envelope) => print(`${JSON.stringify(envelope)}\n`);
  /** @param {string} text one line, with its end */
  const take = (text) => {
    if (pending === '' && !/^[[{"]/.test(text)) return aside(text);
    pending += text;
    const value = parsed(pending);
    if (value === undefined) return;
    pending = '';
    last = envelopeOf(command, value.json);
    if (runs) emit(last);
  };
  return {
    /** @param {Buffer} chunk */
    stdout(chunk) {
      line += out.write(chunk);
      const lines = line.split('\n');
      line = lines.pop() ?? '';
      for (const whole of lines) take(`${whole}\n`);
    },
    /** @param {Buffer} chunk */
    stderr(chunk) {
      const text = err.write(chunk);
      said = (said + text).slice(-keptCharacters);
      aside(text);
    },
    /**
     * Handles the end of the program. If the program failed without a JSON error, its output on stderr becomes the
     * error message.
     * @param {number} code
     */
    end(code) {
      if (line !== '') take(`${line}\n`);
      if (pending !== '') aside(pending);
      if (runs && (last !== null || code === 0)) return;
      const { ok, result, error } = last ?? { ok: true, result: null, error: null };
      if (ok === (code === 0)) return emit({ ok, command, result, error });
      const message = said.trim() || `The command failed with exit code ${code}.`;
      emit({ ok: false, command, result, error: { code: codeOf(code), message, details: {} } });
    },
  };
}

/**
 * @param {string} command
 * @param {unknown} value what a program printed: its result, or `{ error, result? }`
 * @returns {Envelope}
 */
export function envelopeOf(command, value) {
  if (typeof value !== 'object' || value === null || !('error' in value))
    return { ok: true, command, result: value, error: null };
  const { error, result = null, ...rest } = /** @type {Record<string, unknown>} */ (value);
  if (Object.keys(rest).length > 0 || typeof error !== 'object' || error === null)
    return { ok: true, command, result: value, error: null };
  const { code, message, details } = /** @type {Record<string, unknown>} */ (error);
  const known = typeof details === 'object' && details !== null ? /** @type {Record<string, unknown>} */ (details) : {};
  return { ok: false, command, result, error: { code: String(code), message: String(message), details: known } };
}

/** @param {number} code */
function codeOf(code) {
  if (code === 2) return 'invalid_request';
  return code > 128 ? 'stopped' : 'failed';
}

/** @param {string} text @returns {{ json: unknown } | undefined} */
function parsed(text) {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

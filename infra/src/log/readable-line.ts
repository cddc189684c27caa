import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Names and styles of the log levels, by pino's level numbers. */
const levels: Record<number, { name: string; style: Style }> = {
  10: { name: 'trace', style: 'dim' },
  20: { name: 'debug', style: 'dim' },
  30: { name: 'info', style: 'green' },
  40: { name: 'warn', style: 'yellow' },
  50: { name: 'error', style: 'red' },
  60: { name: 'fatal', style: 'red' },
};

/**
 * Names of the fields that are not printed as `name=value`: they are printed in front, or are useless on a terminal.
 */
const ownFields = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg']);

/**
 * Formats one JSON log line of pino as a readable line: time of day, level, process, message, then the other fields as
 * `name=value`. For an error, only the message is shown, without the stack. A line that is not JSON is returned
 * unchanged.
 */
export function readableLine(line: string): string {
  const entry = parsed(line);
  if (entry === null) return line;
  const { name, style } = levels[Number(entry.level)] ?? { name: String(entry.level), style: 'dim' };
  const fields = Object.entries(entry).filter(([field]) => !ownFields.has(field));
  const rest = fields.map(([field, value]) => `${field}=${shown(value)}`).join(' ');
  const head = `${styled('dim', clock(entry.time))} ${styled(style, name.padEnd(5))} ${entry.name ?? ''}`;
  return `${[head, entry.msg ?? '', styled('dim', rest)].filter((part) => part !== '').join('  ')}\n`;
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function clock(time: unknown): string {
  const date = new Date(Number(time));
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'stack' in value && 'message' in value) {
    return JSON.stringify(value.message);
  }
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function styled(style: Style, text: string): string {
  return text === '' ? '' : styleText(style, text, { stream: process.stdout });
}

/** Returns the messages of an error and of its causes, joined in one line for a terminal. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let next = error; next !== undefined; next = next instanceof Error ? next.cause : undefined) {
    const reason = reasonOf(next);
    // Some messages already quote their cause.
    if (!reasons.some((before) => before.includes(reason))) reasons.push(reason);
  }
  return reasons.join(' Because: ');
}

function reasonOf(error: unknown): string {
  // Connecting to a host with several addresses gives one error for each, in an error without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

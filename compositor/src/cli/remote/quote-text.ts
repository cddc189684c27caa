import { isRecord } from '@framemill/timeline/rendering';

/** Formats a quote of the service as text. Missing fields are left out. */
export function quoteText(quote: Record<string, unknown>): string {
  const { renders, durationSec, frames, segments, expectedSeconds, waitSeconds, slotSeconds, measuredBy } = quote;
  const { pool, allowance, credits } = quote;
  const exports = isRecord(allowance) ? allowance.exports : null;
  const lines: [string, string | null][] = [
    ['films', `${renders}, ${seconds(durationSec)} together`],
    ['frames', share(frames)],
    ['segments', share(segments)],
    [
      'expected',
      expectedSeconds === null ? 'no node can render it now' : `${seconds(expectedSeconds)} (by ${measuredBy})`,
    ],
    ['waiting', typeof waitSeconds === 'number' ? `${seconds(waitSeconds)} of it` : null],
    ['work', typeof slotSeconds === 'number' ? `${seconds(slotSeconds)} of a slot` : null],
    ['pool', String(pool)],
    [
      'exports',
      isRecord(exports) ? `${exports.needed}; ${exports.used} of ${exports.limit ?? 'any number'} used` : null,
    ],
    ['credits', isRecord(credits) ? `${credits.charged}` : null],
    ['refused by', isRecord(allowance) && allowance.refusedBy !== null ? String(allowance.refusedBy) : null],
  ];
  return lines.map(([name, value]) => (value === null ? '' : `${name.padEnd(10)} ${value}\n`)).join('');
}

function seconds(value: unknown): string {
  return typeof value === 'number' ? `${value.toFixed(1)} s` : 'unknown';
}

function share(part: unknown): string | null {
  return isRecord(part) ? `${part.toRender} of ${part.total} to render` : null;
}

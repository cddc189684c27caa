import { isRecord } from '@framemill/timeline/rendering';
import type { Answer, Screen } from '../print-answer.ts';
import { readLimits } from '../render/read-limits.ts';
import type { Order } from '../service-options.ts';
import { requireRecord } from './follow.ts';
import { askJson, type Service } from './service.ts';

/** Submitted render or batch: its id, and the API path at which its state can be polled. */
export interface Ordered {
  readonly id: string;
  readonly path: string;
}

/**
 * Submits a render or a batch and returns its id and path. With `isQuote` or `detach`, returns the result of the
 * command instead, because there is nothing to wait for. Also sets the message that an interrupted user sees, which
 * contains the command to cancel the render. Throws the errors of `askJson`.
 */
export async function placeOrder(
  service: Service,
  kind: 'render' | 'batch',
  json: Record<string, unknown>,
  { isQuote, detach }: Pick<Order, 'isQuote' | 'detach'>,
  screen: Screen,
): Promise<{ answer: Answer } | Ordered> {
  const base = kind === 'render' ? '/v1/renders' : '/v1/batches';
  const answer = await askJson(service, base, { method: 'POST', json });
  if (isQuote) {
    const quote = requireRecord(answer, 'quote');
    return { answer: { text: quoteText(quote), result: { quote }, fault: null } };
  }
  const made = requireRecord(answer, kind);
  const id = String(made.id);
  const path = `${base}/${id}`;
  screen.stopped = `Stopped waiting. ${id} continues on the service. Cancel it with POST ${path}/cancel.`;
  return detach ? { answer: { text: `${id}\n`, result: { [kind]: made }, fault: null } } : { id, path };
}

/** Returns the request fields that are common to renders and batches in the API. Throws the errors of `readLimits`. */
export async function orderBody(order: Order): Promise<Record<string, unknown>> {
  const { projectId, format, quality, compression, resolution, aspect, choice, texts, destination, qc, isQuote } =
    order;
  const file = { format, quality, compression, resolution, ...(aspect === undefined ? {} : { aspect }), ...choice };
  // Only the list `outputs` can specify embedded texts.
  const inside = texts && {
    ...(texts.captions ? { captions: 'embedded' } : {}),
    ...(texts.chapters ? { chapters: true } : {}),
  };
  return {
    projectId,
    ...(inside ? { outputs: [{ ...file, ...inside }] } : file),
    ...(destination === null ? {} : { destination: { id: destination } }),
    ...(qc === null ? {} : { qc: qc === 'strict' ? qc : await readLimits(qc) }),
    ...(isQuote ? { dryRun: true } : {}),
  };
}

/** Formats a quote of the service as text. Leaves out what the quote does not contain. */
function quoteText(quote: Record<string, unknown>): string {
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

import type { Answer, Screen } from '../print-answer.ts';
import { askJson, type Service } from '../transfer/service.ts';
import { requireRecord } from './follow.ts';
import { quoteText } from './quote-text.ts';
import type { Order } from './remote-options.ts';

/** What was ordered, and where its state is asked for. */
export interface Ordered {
  readonly id: string;
  readonly path: string;
}

/**
 * Orders a render or a batch, and gives what to wait for; the answer itself where nothing is waited for: a quote, or an order that
 * is left alone. Whoever stops waiting is told how to cancel it. Throws as `askJson`.
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
  screen.stopped = `Stopped waiting: ${id} goes on there. Cancel it with POST ${path}/cancel.`;
  return detach ? { answer: { text: `${id}\n`, result: { [kind]: made }, fault: null } } : { id, path };
}

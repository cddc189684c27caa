import type { Answer, Screen } from '../print-answer.ts';
import { askJson, type Service } from '../transfer/service.ts';
import { requireRecord } from './follow.ts';
import { quoteText } from './quote-text.ts';
import type { Order } from './remote-options.ts';

/** Submitted render or batch, and the API path of its state. */
export interface Ordered {
  readonly id: string;
  readonly path: string;
}

/**
 * Submits a render or a batch and returns its id and path. Returns the final answer instead when there is nothing to
 * wait for: for a quote, or with `detach`. Sets the message with which an interrupted user can cancel it. Throws like
 * `askJson`.
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

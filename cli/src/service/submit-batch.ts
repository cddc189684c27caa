import { readFile } from 'node:fs/promises';
import { subtitleText } from '@framemill/compositor/formats';
import { FramemillError } from '@framemill/timeline/errors';
import { isRecord } from '@framemill/timeline/rendering';
import type { Answer, Screen } from '../print-answer.ts';
import type { BatchOptions } from '../service-options.ts';
import { fetchTo, follow } from './follow.ts';
import { orderBody, placeOrder } from './place-order.ts';
import { askPages, openService, type Service } from './service.ts';

type Batch = Record<string, unknown>;

/** Maximum number of failed items that are listed individually. */
const MOST_SHOWN = 20;

/**
 * Renders a project on a service once for each row of a table and waits for all renders. If requested, downloads a ZIP
 * archive of the videos. Throws `FramemillError`.
 */
export async function submitBatch(options: BatchOptions, screen: Screen, signal: AbortSignal): Promise<Answer> {
  const { csvPath, name, outPath } = options;
  const service = await openService(options, signal);
  const json = { ...(await orderBody(options)), csv: await readTable(csvPath), ...(name === null ? {} : { name }) };
  const ordered = await placeOrder(service, 'batch', json, options, screen);
  if ('answer' in ordered) return ordered.answer;
  const { id, path } = ordered;
  const tell = progressTeller();
  const batch = await follow(service, path, 'batch', (found) => {
    tell(found);
    return found.status !== 'PROCESSING';
  });
  const failed = countsOf(batch).failed > 0 ? await failedItems(service, path) : [];
  const completed = countsOf(batch).completed;
  if (outPath !== null && completed > 0)
    await fetchTo(service, { what: id, url: `${path}/archive`, isOpen: false }, outPath);
  const lines = failed.slice(0, MOST_SHOWN).map((item) => `${item.reference || `item ${item.index}`}: ${item.error}\n`);
  const where = outPath !== null && completed > 0 ? `, in ${outPath}` : '';
  return {
    text: `${lines.join('')}${id}: ${completed} of ${batch.total} films${where}\n`,
    result: { batch, failed, file: outPath },
    fault: faultOf(batch),
  };
}

async function readTable(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new FramemillError('not_found', `The table ${path} cannot be read. Check the path.`, {}, { cause });
  });
  const text = subtitleText(bytes);
  if (text !== null) return text;
  throw new FramemillError('invalid_request', `The table ${path} is not in UTF-8. Save it in UTF-8.`);
}

/** Returns a function that prints the progress of a batch, only when the progress has changed. */
function progressTeller(): (batch: Batch) => void {
  let shown = '';
  return (batch) => {
    const { completed, failed, processing } = countsOf(batch);
    const bad = failed > 0 ? ` · ${failed} failed` : '';
    const done = `${completed + failed} of ${batch.total} films${bad}`;
    const line = `${done} · ${processing} under way · ${batch.progress} %\n`;
    if (line !== shown) process.stderr.write(line);
    shown = line;
  };
}

function countsOf({ counts }: Batch) {
  const known = isRecord(counts) ? counts : {};
  const of = (name: string) => Number(known[name] ?? 0);
  return { completed: of('completed'), failed: of('failed'), processing: of('processing'), cancelled: of('cancelled') };
}

async function failedItems(service: Service, path: string): Promise<Record<string, unknown>[]> {
  const items = await askPages(service, `${path}/items?limit=100&status=FAILED`, 'items');
  return items.filter(({ status }) => status === 'FAILED');
}

function faultOf(batch: Batch): string | null {
  const { failed, cancelled } = countsOf(batch);
  if (batch.status === 'CANCELLED') return `The batch ${batch.id} was cancelled.`;
  const bad = failed + cancelled;
  if (bad === 0) return null;
  return (
    `Videos of the batch ${batch.id} failed (${bad} of ${batch.total}). Retry with POST ` +
    `/v1/batches/${batch.id}/retry.`
  );
}

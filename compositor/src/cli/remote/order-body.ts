import { readLimits } from '../read-limits.ts';
import type { Order } from './remote-options.ts';

/** Returns the request fields that renders and batches of the API share. Throws like `readLimits`. */
export async function orderBody(order: Order): Promise<Record<string, unknown>> {
  const { projectId, format, quality, resolution, aspect, choice, texts, destination, qc, isQuote } = order;
  const file = { format, quality, resolution, ...(aspect === undefined ? {} : { aspect }), ...choice };
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

import { readLimits } from '../read-limits.ts';
import type { Order } from './remote-options.ts';

/** The fields of an order that renders and batches of the API have in common. Throws as `readLimits`. */
export async function orderBody(order: Order): Promise<Record<string, unknown>> {
  const { projectId, format, quality, resolution, aspect, choice, texts, destination, qc, isQuote } = order;
  const file = { format, quality, resolution, ...(aspect === undefined ? {} : { aspect }), ...choice };
  // Only a list of files says what goes into one.
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

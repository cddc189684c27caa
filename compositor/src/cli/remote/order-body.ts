import { readLimits } from '../read-limits.ts';
import type { Order } from './remote-options.ts';

/** The fields of an order that renders and batches of the API have in common. Throws as `readLimits`. */
export async function orderBody(order: Order): Promise<Record<string, unknown>> {
  const { projectId, format, quality, resolution, aspect, atSec, captions, chapters, destination, qc, isQuote } = order;
  const at = atSec === null ? {} : { atSec };
  // Only a list of files says what goes into one.
  const texts = { ...(captions ? { captions: 'embedded' } : {}), ...(chapters ? { chapters } : {}) };
  const file = { format, quality, resolution, ...(aspect === undefined ? {} : { aspect }), ...at };
  return {
    projectId,
    ...(captions || chapters ? { outputs: [{ ...file, ...texts }] } : file),
    ...(destination === null ? {} : { destination: { id: destination } }),
    ...(qc === null ? {} : { qc: qc === 'strict' ? qc : await readLimits(qc) }),
    ...(isQuote ? { dryRun: true } : {}),
  };
}

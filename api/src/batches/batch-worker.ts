// A thread that runs batches. It is ended from outside when a batch takes too long.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { catalogue } from '@framemill/compositor/catalog';
import { applyCommands, createScriptEngine, scriptWasmUrl } from '@framemill/timeline';
import { newEntityId } from '../projects/entity-id.ts';
import { type BatchJob, REQUEST_SCRIPT_MS } from './batch-job.ts';
import type { BatchReply } from './batch-pool.ts';
import { withinBudget } from './script-budget.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread. Start the API instead.');
const reply = (message: BatchReply) => port.postMessage(message);

const now = () => performance.now();
const engine = await createScriptEngine({ wasm: readFileSync(new URL(scriptWasmUrl())), now });

port.on('message', (batch: BatchJob) => {
  try {
    reply({ kind: 'done', outcome: runBatch(batch) });
  } catch (error) {
    reply({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
reply({ kind: 'ready' });

function runBatch({ document, commands, media, analysis, subtitles, blockedOps }: BatchJob) {
  const outcome = applyCommands(document, commands, {
    newId: newEntityId,
    catalogue,
    scripts: withinBudget(engine, REQUEST_SCRIPT_MS, now),
    allowedOps: (op) => !blockedOps.includes(op),
    media: (src) => media.get(src) ?? null,
    analysis: (src) => analysis.get(src) ?? null,
    subtitles: (src) => subtitles.get(src) ?? null,
  });
  return { document: outcome.document, results: outcome.results, blocked: outcome.blocked };
}

/** Facts about a batch that its hint depends on. */
export interface HintedBatch {
  /** Whether every command of the batch succeeded. */
  ok: boolean;
  changed: boolean;
  results: readonly { ok: boolean }[];
  blocked: readonly unknown[];
  suggestedPreviewTimes: readonly number[];
}

/** Returns advice after commands were sent to project `id`, in one or two sentences. */
export function batchHint(batch: HintedBatch, { dryRun, atomic }: { dryRun: boolean; atomic: boolean }, id: string) {
  const refused = refusedIn(batch);
  if (dryRun) {
    const again = 'Nothing was saved. Send the same commands without dryRun to save them.';
    return batch.ok ? again : `${again} Not all of them succeed: see ${refused}.`;
  }
  if (atomic && !batch.ok)
    return `Nothing was saved: the batch is atomic and not every command succeeded. See ${refused}.`;
  if (!batch.changed && noneSucceeded(batch)) return `Nothing was saved: no command succeeded. See ${refused}.`;
  const rest = batch.ok ? '' : ` See ${refused} for the rest.`;
  if (!batch.changed) return `Nothing was saved: the commands change nothing.${rest}`;
  return batch.ok
    ? `Saved. ${look(batch, id)}`
    : `Saved what succeeded; see ${refused} for the rest. ${look(batch, id)}`;
}

/** Returns advice after a project was created, with or without commands. */
export function createdHint(batch: HintedBatch, { atomic }: { atomic: boolean }, id: string): string {
  const sent = batch.results.length + batch.blocked.length;
  const refused = refusedIn(batch);
  if (sent === 0) return `Created, still empty. Add clips with POST /v1/projects/${id}/commands.`;
  if (batch.ok) return `Created. ${look(batch, id)}`;
  const again = `See ${refused} and send what is corrected to POST /v1/projects/${id}/commands.`;
  if (noneSucceeded(batch)) return `Created empty: none of its ${sent} commands succeeded. ${again}`;
  if (atomic) return `Created empty: the batch is atomic and not every command succeeded. ${again}`;
  return `Created with what succeeded. ${again}`;
}

function noneSucceeded({ results }: HintedBatch): boolean {
  return !results.some((result) => result.ok);
}

/** Returns the names of the answer's fields that list failed commands. */
function refusedIn({ results, blocked }: HintedBatch): string {
  const failed = results.every((result) => result.ok) ? [] : ['results[].error'];
  return [...failed, ...(blocked.length > 0 ? ['blocked'] : [])].join(' and ');
}

function look({ suggestedPreviewTimes }: HintedBatch, id: string): string {
  return `Look at a frame with GET /v1/projects/${id}/preview?at=${suggestedPreviewTimes[0] ?? 0}.`;
}

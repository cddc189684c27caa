import type { Command } from '@framemill/timeline';
import type { EditorActions } from './editor-store.ts';

/** Maximum number of commands in one request. */
export const MOST_COMMANDS = 200;

/**
 * Applies commands as one undo step, or as several when they exceed `MOST_COMMANDS`. It stops at the first batch that
 * is refused. No command may refer to a result of an earlier batch.
 */
export function runInBatches(actions: Pick<EditorActions, 'run'>, label: string, commands: readonly Command[]): void {
  const count = Math.ceil(commands.length / MOST_COMMANDS);
  for (let batch = 0; batch < count; batch += 1) {
    const name = count === 1 ? label : `${label} (${batch + 1} of ${count})`;
    if (!actions.run(name, commands.slice(batch * MOST_COMMANDS, (batch + 1) * MOST_COMMANDS))) return;
  }
}

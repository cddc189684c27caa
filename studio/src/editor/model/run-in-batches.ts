import type { Command } from '@framemill/timeline';
import type { EditorActions } from './editor-store.ts';

/** Most commands that the service takes at once. */
export const MOST_COMMANDS = 200;

/**
 * Applies commands as one step, or as several where they are more than the service takes at once; the first that is refused ends it. No
 * command may refer to one of an earlier step.
 */
export function runInBatches(actions: Pick<EditorActions, 'run'>, label: string, commands: readonly Command[]): void {
  const count = Math.ceil(commands.length / MOST_COMMANDS);
  for (let batch = 0; batch < count; batch += 1) {
    const name = count === 1 ? label : `${label} (${batch + 1} of ${count})`;
    if (!actions.run(name, commands.slice(batch * MOST_COMMANDS, (batch + 1) * MOST_COMMANDS))) return;
  }
}

/**
 * Returns the command with which users start this program, for hints: `npm run render --` in a checkout, otherwise
 * `framemill` with the given command.
 */
export function ownName(command: string): string {
  return process.env.npm_lifecycle_event === 'render' ? 'npm run render --' : `framemill ${command}`;
}

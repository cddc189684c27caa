/** How people started this program, for hints: `npm run render --` in a checkout, `framemill render` otherwise. */
export function ownName(command: string): string {
  return process.env.npm_lifecycle_event === 'render' ? 'npm run render --' : `framemill ${command}`;
}

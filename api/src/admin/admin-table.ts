import { adminCommands } from './commands/index.ts';

/**
 * Returns the text of `client/generated/admin-commands.json`, which `npm run client` writes.
 * It lists noun, verb, summary, argument and options of every admin command, for shell completion and docs/cli.md.
 */
export function adminTable(): string {
  const rows = adminCommands.map(({ noun, verb, summary, argument, options }) => {
    return { noun, verb, summary, argument, options: Object.keys(options) };
  });
  return `${JSON.stringify(rows, null, 2)}\n`;
}

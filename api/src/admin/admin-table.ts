import { adminCommands } from './commands/index.ts';

/** `client/generated/admin-commands.json`: nouns, verbs and options of every admin command, for the shell's completion and docs/cli.md. `npm run client` writes it. */
export function adminTable(): string {
  const rows = adminCommands.map(({ noun, verb, summary, argument, options }) => {
    return { noun, verb, summary, argument, options: Object.keys(options) };
  });
  return `${JSON.stringify(rows, null, 2)}\n`;
}

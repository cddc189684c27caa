import type { CommandExample } from '../command/define-command.ts';
import { COMMANDS } from './index.ts';

export { EXAMPLE_MEDIA, exampleContext, exampleProject } from './example-project.ts';

/** An example of a command; it runs on `exampleProject()` after its `given` commands. */
export interface NamedExample extends CommandExample {
  op: string;
}

/** The examples of all commands, for pages and for tests of whoever passes commands on. */
export const COMMAND_EXAMPLES: readonly NamedExample[] = COMMANDS.flatMap(({ op, examples }) =>
  examples.map((example) => ({ ...example, op })),
);

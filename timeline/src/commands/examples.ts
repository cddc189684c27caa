import type { CommandExample } from '../command/define-command.ts';
import { COMMANDS } from './index.ts';

export { EXAMPLE_MEDIA, exampleContext, exampleProject } from './example-project.ts';

/** An example of a command. It runs on `exampleProject()` after its `given` commands. */
export interface NamedExample extends CommandExample {
  op: string;
}

/** Examples of all commands, for reference pages and for tests of code that passes commands on. */
export const COMMAND_EXAMPLES: readonly NamedExample[] = COMMANDS.flatMap(({ op, examples }) =>
  examples.map((example) => ({ ...example, op })),
);

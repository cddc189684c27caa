import type { Document } from '../document/document.ts';
import type { Command, CommandResult, ReduceContext } from './command.ts';

/** The reducer itself, for commands that are made of other commands. */
export interface Reducer {
  /** Every op there is. */
  ops: readonly string[];
  reduce(document: Document, command: Command, context: ReduceContext): { document: Document; result: CommandResult };
}

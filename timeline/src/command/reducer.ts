import type { Document } from '../document/document.ts';
import type { Command, CommandResult, ReduceContext } from './command.ts';

/** Reducer for commands that consist of other commands. */
export interface Reducer {
  /** Names of all ops. */
  ops: readonly string[];
  reduce(document: Document, command: Command, context: ReduceContext): { document: Document; result: CommandResult };
}

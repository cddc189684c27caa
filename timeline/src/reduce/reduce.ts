import type { Document } from '../document/document.ts';
import type { BatchOutcome, Command, CommandResult, ReduceContext } from './command.ts';

export function reduce(
  _document: Document,
  _command: Command,
  _context: ReduceContext,
): { document: Document; result: CommandResult } {
  throw new Error('not built yet');
}

export function applyCommands(
  _document: Document,
  _commands: readonly Command[],
  _context: ReduceContext,
): BatchOutcome {
  throw new Error('not built yet');
}

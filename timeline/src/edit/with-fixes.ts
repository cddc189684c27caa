import type { Outcome } from '../command/define-command.ts';

/** A command's data with what was put right, when anything was. */
export function withFixes(data: Record<string, unknown>, fixes: readonly string[]): Record<string, unknown> {
  return fixes.length > 0 ? { ...data, fixes } : data;
}

/** What was put right, as a command's data says. */
export function fixesOf(data: Record<string, unknown> = {}): string[] {
  return Array.isArray(data.fixes) ? data.fixes.map(String) : [];
}

/** The outcome of two steps of one command: the document and data of the second, what the first returned beside it, and the fixes of both. */
export function followedBy(first: Outcome, { document, data }: Outcome): Outcome {
  return { document, data: withFixes({ ...first.data, ...data }, [...fixesOf(first.data), ...fixesOf(data)]) };
}

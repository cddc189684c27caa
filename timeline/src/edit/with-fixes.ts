import type { Outcome } from '../command/define-command.ts';

/** Adds `fixes` to a command's data, unless there are none. */
export function withFixes(data: Record<string, unknown>, fixes: readonly string[]): Record<string, unknown> {
  return fixes.length > 0 ? { ...data, fixes } : data;
}

/** Returns the fixes in a command's data. */
export function fixesOf(data: Record<string, unknown> = {}): string[] {
  return Array.isArray(data.fixes) ? data.fixes.map(String) : [];
}

/**
 * Combines two steps of one command: the document of the second, the data of both (the second's fields take
 * precedence), and the fixes of both.
 */
export function followedBy(first: Outcome, { document, data }: Outcome): Outcome {
  return { document, data: withFixes({ ...first.data, ...data }, [...fixesOf(first.data), ...fixesOf(data)]) };
}

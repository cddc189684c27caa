import type { Document } from '../document/document.ts';
import type { LintContext, LintEntry } from './lint-entry.ts';
import { LINT_RULES } from './rules/index.ts';

/** Most entries of a report. */
const MOST = 10;

/** What is probably not meant in a project: at most 10 entries, warnings first, then by rule and time. */
export function lint(document: Document, context: LintContext): LintEntry[] {
  const found = LINT_RULES.flatMap((rule) => {
    const entries = Iterator.from(rule(document, context))
      .take(MOST * 2)
      .toArray();
    return entries.sort((a, b) => a.time - b.time);
  });
  const rank = (entry: LintEntry) => (entry.severity === 'warn' ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

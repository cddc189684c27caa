import type { Document } from '../../document/document.ts';
import type { LintContext, LintEntry } from '../lint-entry.ts';

/** A lint rule, which yields entries. The caller stops it after a few entries, since a report has at most ten. */
export type LintRule = (document: Document, context: LintContext) => Iterable<LintEntry>;

import type { Document } from '../../document/document.ts';
import type { LintContext, LintEntry } from '../lint-entry.ts';

/** One thing that lint looks for. A rule stops looking after a few finds: ten are shown in all. */
export type LintRule = (document: Document, context: LintContext) => Iterable<LintEntry>;

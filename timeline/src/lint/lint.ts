import type { Document } from '../document/document.ts';
import type { LintContext, LintEntry } from './lint-entry.ts';

export function lint(_document: Document, _context: LintContext): LintEntry[] {
  throw new Error('not built yet');
}

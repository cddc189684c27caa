import type { Document } from '../document/document.ts';

export function suggestedPreviewTimes(_document: Document): number[] {
  throw new Error('not built yet');
}

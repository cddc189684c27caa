import type { Document } from '../document/document.ts';
import type { Scene } from './scene.ts';

export function evaluate(document: Document, frame: number): Scene {
  return createEvaluator(document)(frame);
}

export function createEvaluator(_document: Document): (frame: number) => Scene {
  throw new Error('not built yet');
}

import type { FontFile, TextEngine } from './text-layout.ts';

export async function createTextEngine(_fonts: FontFile[]): Promise<TextEngine> {
  throw new Error('not built yet');
}

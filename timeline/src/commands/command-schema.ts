import type { Catalogue } from '../catalogue/catalogue.ts';

export function commandSchema(_catalogue: Catalogue): {
  description: string;
  enums: Record<string, string[]>;
  commands: Record<string, { description: string; params: object; returns: object }>;
} {
  throw new Error('not built yet');
}

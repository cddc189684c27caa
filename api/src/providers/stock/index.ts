import { pexels } from './pexels.ts';
import { pixabay } from './pixabay.ts';
import type { StockAdapter } from './stock-adapter.ts';

/** Libraries, in the order in which they are asked. */
export const stockAdapters: readonly StockAdapter[] = [pexels, pixabay];

import { pexels } from './pexels.ts';
import { pixabay } from './pixabay.ts';
import type { StockAdapter } from './stock-adapter.ts';

/** Stock libraries in the order in which they are called. */
export const stockAdapters: readonly StockAdapter[] = [pexels, pixabay];

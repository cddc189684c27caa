import type { CallAdapter } from '../adapter.ts';

/** Search in a library of photos, videos or music. */
export interface StockRequest {
  query: string;
  type: 'photo' | 'video' | 'music';
  /** Page number, from 1. */
  page: number;
}

/** Result of a search. */
export interface StockItem {
  id: string;
  type: 'photo' | 'video' | 'music';
  title: string;
  previewUrl: string;
  /** Address of the file to import. */
  url: string;
  width: number | null;
  height: number | null;
  durationSec: number | null;
  author: string | null;
  license: string;
}

/** Page of results. An adapter whose library lacks the requested type throws `unsupported`. */
export interface StockResult {
  items: StockItem[];
  hasMore: boolean;
}

/** Library of stock media. */
export type StockAdapter = CallAdapter<StockRequest, StockResult>;

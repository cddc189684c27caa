import type { CallAdapter } from '../adapter.ts';

/** A look into a library of photos, films or music. */
export interface StockRequest {
  query: string;
  type: 'photo' | 'video' | 'music';
  /** From 1. */
  page: number;
}

/** One find. */
export interface StockItem {
  id: string;
  type: 'photo' | 'video' | 'music';
  title: string;
  previewUrl: string;
  /** What can be imported. */
  url: string;
  width: number | null;
  height: number | null;
  durationSec: number | null;
  author: string | null;
  license: string;
}

/** A page of finds. An adapter whose library has no such type throws `unsupported`. */
export interface StockResult {
  items: StockItem[];
  hasMore: boolean;
}

/** A library of stock media. */
export type StockAdapter = CallAdapter<StockRequest, StockResult>;

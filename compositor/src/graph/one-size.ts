import type { Size } from './placement.ts';

/** Keeps what was made for the last output size, such as the memory of a compositor. */
export interface OneSize<T> {
  /** Returns what was made for a size. Another size than the last one first closes what was made for that. */
  at(size: Size): T;
  close(): void;
}

/** Creates a `OneSize`: a second size (a preview during a render) replaces the first one and frees its memory. */
export function createOneSize<T extends { close(): void }>(make: (size: Size) => T): OneSize<T> {
  let current: { readonly size: Size; readonly made: T } | null = null;
  return {
    at({ width, height }) {
      if (current?.size.width === width && current.size.height === height) return current.made;
      current?.made.close();
      const size = { width, height };
      current = { size, made: make(size) };
      return current.made;
    },
    close() {
      current?.made.close();
      current = null;
    },
  };
}

/** Thrown by a drawing that needs a font before the font is loaded. */
export class FontPending extends Error {
  /** Resolves when the font is loaded. Rejects when it cannot be loaded. */
  readonly loaded: Promise<void>;
  constructor(name: string, loaded: Promise<void>) {
    super(`The font ${name} is not loaded yet.`);
    this.loaded = loaded;
  }
}

/** Font files that are loaded when a text first needs them. */
export interface LazyFonts {
  /**
   * Returns a function that returns the bytes of the font file at `address`. It throws `FontPending` before the file is
   * loaded.
   */
  dataOf(address: string): () => Uint8Array;
  /**
   * Runs `work`. When a font is missing, loads it and runs `work` again until none is missing. Throws when a font
   * cannot be loaded.
   */
  withFonts<T>(work: () => T | Promise<T>): Promise<T>;
}

/** Creates an empty cache of font files. `load` loads the file at an address. */
export function createLazyFonts(load: (address: string) => Promise<Uint8Array>): LazyFonts {
  const files = new Map<string, Uint8Array>();

  async function keep(address: string): Promise<void> {
    files.set(address, await load(address));
  }

  return {
    dataOf: (address) => () => {
      const data = files.get(address);
      if (!data) throw new FontPending(address, keep(address));
      return data;
    },
    async withFonts(work) {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof FontPending)) throw error;
          await error.loaded;
        }
      }
    },
  };
}

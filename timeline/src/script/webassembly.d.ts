export {};

declare global {
  /**
   * Subset of the WebAssembly JavaScript interface that the script engine uses. TypeScript declares it only in its DOM
   * library.
   */
  namespace WebAssembly {
    type ExportValue = ((...values: number[]) => unknown) | Memory | Global | object;

    class Module {
      /** Prevents construction: modules come from `compile`. */
      private readonly compiled: true;
    }
    class Instance {
      constructor(module: Module, imports: object);
      readonly exports: Readonly<Record<string, ExportValue>>;
    }
    class Memory {
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
    class Global {
      value: bigint | number;
    }
    class RuntimeError extends Error {}

    function compile(wasm: Uint8Array<ArrayBuffer>): Promise<Module>;
  }
}

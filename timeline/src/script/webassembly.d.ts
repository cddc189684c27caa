export {};

declare global {
  /** What the script engine uses of the JavaScript interface of WebAssembly, which is in TypeScript's DOM library only. */
  namespace WebAssembly {
    type ExportValue = ((...values: number[]) => unknown) | Memory | Global | object;

    class Module {
      /** Only a type here: modules come from `compile`. */
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

/** Address (`file:`) of the WebAssembly that lays texts out, for those who serve it to browsers. */
export function textWasmUrl(): string {
  return new URL('harfbuzz.wasm', import.meta.resolve('harfbuzzjs')).href;
}

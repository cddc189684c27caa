/** Returns the `file:` URL of the WebAssembly for text layout, for programs that serve it to browsers. */
export function textWasmUrl(): string {
  return new URL('harfbuzz.wasm', import.meta.resolve('harfbuzzjs')).href;
}

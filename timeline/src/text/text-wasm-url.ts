/**
 * Returns the `file:` URL of the WebAssembly module for text layout. Programs that serve it to browsers use this URL.
 */
export function textWasmUrl(): string {
  return new URL('harfbuzz.wasm', import.meta.resolve('harfbuzzjs')).href;
}

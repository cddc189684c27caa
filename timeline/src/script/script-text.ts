/** Encodes text as UTF-8. An unpaired surrogate becomes the replacement character. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes text from UTF-8. Invalid bytes become the replacement character. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

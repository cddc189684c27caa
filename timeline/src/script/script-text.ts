/** Text as UTF-8. A lone surrogate becomes the replacement character. */
export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Text from UTF-8; broken bytes become the replacement character. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

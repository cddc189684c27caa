/** Converts a four-character code such as `hvc1` to the number that ISO containers store. */
export function fourLetters(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32LE(0);
}

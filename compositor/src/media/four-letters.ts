/** The number that containers of the ISO family write for a name of four letters, such as `hvc1`. */
export function fourLetters(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32LE(0);
}

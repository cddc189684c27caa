/** Reads a body of at most `maxBytes`. Throws `tooLarge()` as soon as it is longer; the rest is not read. */
export async function readBounded(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    // Leaving the loop destroys the stream.
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

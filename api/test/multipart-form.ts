/** Builds a multipart body with one file and optional fields, as a client library would send it. */
export function multipartForm(file: { name: string; data: Buffer } | null, fields: Record<string, string> = {}) {
  const boundary = 'framemill-test-boundary';
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    parts.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  }
  if (file) {
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ` +
      `application/octet-stream\r\n\r\n`;
    parts.push(Buffer.from(head), file.data, Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  const payload = Buffer.concat(parts);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Returns bytes that begin like an MP4 file. Different values of `seed` give different files. */
export function mp4Bytes(seed: string, sizeBytes = 2_000): Buffer {
  const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
  return Buffer.concat([head, Buffer.alloc(Math.max(0, sizeBytes - head.length), seed)]);
}

/** Returns bytes that begin like a PNG file. Different values of `seed` give different files. */
export function pngBytes(seed: string): Buffer {
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(seed)]);
}

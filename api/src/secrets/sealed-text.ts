import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Cipher of encrypted texts. */
export const CIPHER = 'aes-256-gcm';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with a key of 32 bytes. Returns base64 of IV, tag and ciphertext.
 * `place` identifies the storage location and is authenticated, so the value can be decrypted for that location only.
 */
export function sealText(key: Buffer, text: string, place = ''): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/**
 * Decrypts a text encrypted by `sealText`.
 * Throws when the text was changed, belongs to another `place`, or was encrypted with another key.
 */
export function openText(key: Buffer, sealed: string, place = ''): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place, 'utf8'))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

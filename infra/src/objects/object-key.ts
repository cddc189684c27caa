import { FramemillError } from '@framemill/timeline/errors';

const allowed = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/**
 * Throws `invalid_request` unless `key` is a valid object key: segments of letters, digits and `_ . -`, joined by `/`,
 * at most 512 characters. No segment starts with a dot or a dash, so that absolute paths, `..`, and names with a
 * special meaning for a shell or a file system are excluded.
 */
export function checkObjectKey(key: string): void {
  if (key.length > 512 || !allowed.test(key)) {
    throw new FramemillError(
      'invalid_request',
      `The object key ${JSON.stringify(key.slice(0, 100))} is not allowed. Use segments of letters, digits, "_", "." and "-" joined by "/".`,
    );
  }
}

/**
 * Checks the beginning of keys as `checkObjectKey` does; it may be empty, or end in an incomplete segment
 * (`segments/acc`, `exports/`).
 */
export function checkObjectPrefix(prefix: string): void {
  if (prefix !== '') checkObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

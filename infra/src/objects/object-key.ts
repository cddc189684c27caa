import { FramemillError } from '@framemill/timeline/errors';

const allowed = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/**
 * Throws `invalid_request` unless `key` is segments of letters, digits, `_ . -` joined by `/`, at most 512 characters,
 * no segment starting with a dot or a dash: so no absolute path, no `..`, nothing a shell or a file system reads differently.
 */
export function checkObjectKey(key: string): void {
  if (key.length > 512 || !allowed.test(key)) {
    throw new FramemillError(
      'invalid_request',
      `The object key ${JSON.stringify(key.slice(0, 100))} is not allowed. Use segments of letters, digits, "_", "." and "-" joined by "/".`,
    );
  }
}

/** Like `checkObjectKey` for the start of keys: empty, or with an unfinished last segment (`segments/acc`, `exports/`). */
export function checkObjectPrefix(prefix: string): void {
  if (prefix !== '') checkObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

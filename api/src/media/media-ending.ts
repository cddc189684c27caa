import {
  fontFormat,
  looksLikeCube,
  looksLikeTable,
  sniffContainer,
  subtitleFormat,
} from '@framemill/compositor/catalog';
import { FramemillError } from '@framemill/timeline';

/**
 * File ending of media by its first bytes (the whole file or SNIFF_BYTES of it); null when they are of no known kind. It only
 * names the object: what a file really holds is found out by the probe, on a node.
 */
export function mediaEnding(head: Uint8Array): string | null {
  try {
    return requireEnding(head);
  } catch (error) {
    if (error instanceof FramemillError) return null;
    throw error;
  }
}

/** Like `mediaEnding`. Throws `invalid_request` that says what the file is instead, and which kinds are taken. */
export function requireEnding(head: Uint8Array): string {
  // In the order of the probe. Texts before sound: the mark of UTF-16 is that of a frame, too.
  const unshown = fontFormat(head) ?? (looksLikeCube(head) ? 'cube' : subtitleFormat(head));
  return unshown ?? (looksLikeTable(head) ? 'csv' : sniffContainer(head).ending);
}

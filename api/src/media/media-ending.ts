import {
  animationFormat,
  fontFormat,
  looksLikeCube,
  looksLikeTable,
  sniffContainer,
  subtitleFormat,
} from '@framemill/compositor/formats';
import { FramemillError } from '@framemill/timeline';

/**
 * Returns the file extension for media, derived from its first bytes; null when the file type is unknown.
 * `head` is the whole file or its first SNIFF_BYTES. The extension is used only to name the stored object; a farm node
 * checks the actual content later.
 */
export function mediaEnding(head: Uint8Array): string | null {
  try {
    return requireEnding(head);
  } catch (error) {
    if (error instanceof FramemillError) return null;
    throw error;
  }
}

/**
 * Returns the file extension like `mediaEnding`, but throws `invalid_request` for unknown bytes.
 * The message names the detected file type and the accepted kinds.
 */
export function requireEnding(head: Uint8Array): string {
  // Same order as in the probe. Text is checked before audio, because the UTF-16 byte order mark looks like an audio
  // frame.
  const unshown = fontFormat(head) ?? (looksLikeCube(head) ? 'cube' : subtitleFormat(head));
  return unshown ?? (looksLikeTable(head) ? 'csv' : (animationFormat(head) ?? sniffContainer(head).ending));
}

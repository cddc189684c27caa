import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';

/** Creates the error for an html clip when no node has a browser: `provider_error` that names the clip. */
export function browserMissing({ id }: Clip): FramemillError {
  return new FramemillError(
    'provider_error',
    `clip ${id} is an html clip, and no node of this farm has the capability "html". Install Chromium or Chrome on a node, or hide the clip.`,
    { clipId: id },
  );
}

import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';

/** Creates the error for an html clip when no node has a browser: `provider_error` that names the clip. */
export function browserMissing({ id }: Clip): FramemillError {
  return new FramemillError(
    'provider_error',
    `Clip ${id} is an html clip, but no running node can render html clips. Install Chromium or Chrome on a node, or hide the clip.`,
    { clipId: id },
  );
}

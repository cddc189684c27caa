import { probeMedia } from '../../ingest/probe-media.ts';
import type { Handler } from './handler.ts';

/** Reads the facts of a media file. */
export const probe: Handler<'probe'> = { type: 'probe', run: ({ path, reading }) => probeMedia(path, reading) };

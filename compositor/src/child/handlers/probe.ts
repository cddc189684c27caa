import { probeMedia } from '../../ingest/probe-media.ts';
import type { Handler } from './handler.ts';

/** Handler that probes a media file for its facts. */
export const probe: Handler<'probe'> = { type: 'probe', run: ({ path, reading }) => probeMedia(path, reading) };

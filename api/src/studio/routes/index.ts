import type { ConsoleRoute } from '../../console/define-console-route.ts';
import { getSession } from './get-session.ts';
import { getWelcome } from './get-welcome.ts';
import { streamEvents } from './stream-events.ts';

/** Routes that only the Studio has, beside those of the API under its prefix: one file each, one line here. */
export const studioRoutes: ConsoleRoute[] = [getSession, getWelcome, streamEvents];

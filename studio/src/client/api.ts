import { createSessionClient } from '@framemill/api/session-client';
import { access } from './access.ts';

/**
 * Typed client for every route a signed-in user may call: `/v1/...` (called at `/api/studio/...`), the console's
 * `/api/developer/...` and the Studio's own. The editor in another product may call fewer, at `/api/embed/...`. Calls
 * resolve to `{ data }` or `{ error }`; `answerOf` turns the latter into an exception.
 */
export const api = createSessionClient(location.origin, access);

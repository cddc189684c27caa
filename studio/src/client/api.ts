import { createSessionClient } from '@framemill/api/session-client';

/**
 * The typed client of every route that a signed-in person may call: `/v1/...` (called at `/api/studio/...`), the console's
 * `/api/developer/...` and the Studio's own. It resolves to `{ data }` or `{ error }`; `answerOf` makes an exception of the latter.
 */
export const api = createSessionClient(location.origin);

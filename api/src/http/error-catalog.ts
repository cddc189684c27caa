import type { ErrorCode } from '@framemill/timeline';

/** Description of an error code for API users. `status` is the usual HTTP status; `statusOf` returns the exceptions. */
export interface ErrorEntry {
  status: number;
  title: string;
  meaning: string;
  remedy: string;
  retry: string;
}

/** All error codes of the API. The HTTP statuses and the pages under /docs/errors/ are derived from this list. */
export const errorCatalog: Record<ErrorCode, ErrorEntry> = {
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    meaning: 'The request is malformed, or (409) it conflicts with the current state; `conflictCode` says how.',
    remedy: 'Correct the field that the message names. On 409 `stale_rev`, read the project again and resend.',
    retry: 'No.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'There is no bearer token, or it is unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer <key>` with a valid key.',
    retry: 'Not until the credential is fixed.',
  },
  plan_required: {
    status: 402,
    title: 'Plan required',
    meaning: "The account's plan lacks the feature.",
    remedy: 'Move the account to a plan that has the feature.',
    retry: 'No.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Insufficient credits',
    meaning: 'There are not enough credits. Nothing ran and nothing was charged; `remaining` is the balance.',
    remedy: 'Wait for the monthly credits or add some.',
    retry: 'After topping up.',
  },
  quota_exceeded: {
    status: 402,
    title: 'Quota exceeded',
    meaning: 'A limit is reached: projects, monthly exports or concurrent renders; with status 413, storage.',
    remedy: 'Delete something, wait for a render to end, or move to a larger plan.',
    retry: 'When the limit is no longer reached.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    meaning: 'The credential lacks the scope named in `scope`; `granted` lists those that it has.',
    remedy: 'Mint a key with that scope.',
    retry: 'No.',
  },
  access_suspended: {
    status: 403,
    title: 'Access suspended',
    meaning: 'The owning account is restricted; `restriction` has its kind and its end.',
    remedy: 'Appeal at the address in `restriction.appeal`.',
    retry: 'No.',
  },
  app_suspended: {
    status: 403,
    title: 'App suspended',
    meaning: 'The app of the credential is suspended, or the credential is live and its app is not approved.',
    remedy: 'Contact the operator of the service.',
    retry: 'No.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such resource, or it belongs to someone else; the two cannot be told apart.',
    remedy: 'Check the id and the path.',
    retry: 'No.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body is larger than the route accepts.',
    remedy: 'Send less; the message names the limit.',
    retry: 'No.',
  },
  prompt_rejected: {
    status: 422,
    title: 'Prompt rejected',
    meaning: 'The prompt in `field` failed the safety check. Nothing was charged.',
    remedy: 'Change the prompt.',
    retry: 'No.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    meaning: 'There were too many requests in the last minute. Refused requests do not count.',
    remedy: 'Wait for the seconds in `Retry-After`.',
    retry: 'Yes, after `Retry-After` seconds.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed; the outcome is unknown.',
    remedy: 'Read the state again before repeating. Report the `X-Request-Id`.',
    retry: 'Once, with backoff.',
  },
  not_configured: {
    status: 501,
    title: 'Not configured',
    meaning: 'Something that this request needs is not available on this installation. Nothing was charged.',
    remedy: 'Ask the operator of the service.',
    retry: 'Later.',
  },
  provider_error: {
    status: 502,
    title: 'Provider error',
    meaning:
      'A provider, an import address or a frame render failed. A preview with this code had started, ' +
      'and the message names the problem; a preview that did not start is `unavailable`.',
    remedy: 'Try again; a charged call was refunded.',
    retry: 'Yes, with backoff.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning:
      'The service cannot check or begin the request now. It was refused without running or charging. A preview: ' +
      'no node was free in time, or no node can render it.',
    remedy: 'Wait for the seconds in `Retry-After`.',
    retry: 'Yes, after `Retry-After` seconds (30).',
  },
};

/**
 * Meaning of a `conflictCode`, and the remedy. A request that conflicts with the current state gets a 409
 * `invalid_request` with this code.
 */
export interface ConflictEntry {
  meaning: string;
  remedy: string;
}

/** All values of `conflictCode`, as shown on the page /docs/errors/invalid_request. */
export const conflictCatalog: Record<string, ConflictEntry> = {
  stale_rev: {
    meaning: 'The project has changed since the `rev` that was sent; `rev` of the error is the present one.',
    remedy: 'Read the project again, make the change on what it is now, and send it with the new `rev`.',
  },
  change_overwritten: {
    meaning: 'Later changes changed the same parts of the project as the change to undo; `parts` lists them.',
    remedy: 'Undo the later changes first, or restore an earlier state.',
  },
  media_in_use: {
    meaning:
      'The media is used by projects (`projects`: id, name and the ids of the clips, at most 10) or by renders ' +
      'that have not ended (`renderIds`).',
    remedy: 'Remove those clips or give them another source, and wait for the renders or cancel them.',
  },
  batch_finished: {
    meaning: 'The batch has ended; there is nothing to cancel.',
    remedy: 'Read its items. `POST /v1/batches/{id}/retry` renders again those that failed.',
  },
  batch_swept: {
    meaning: 'The batch ended so long ago that the copy of its project was deleted.',
    remedy: 'Create a new batch of the items that failed.',
  },
  render_finished: {
    meaning: 'The render has ended; `renderStatus` says how.',
    remedy: 'Nothing is left to cancel.',
  },
  render_open: {
    meaning: 'The render has not ended, so it cannot be deleted; `renderStatus` says how far it is.',
    remedy: 'Cancel it (`POST /v1/renders/{id}/cancel`) or wait for its end, then delete it.',
  },
  nothing_to_retry: {
    meaning: 'The render has no delivery to retry: none has failed, or the render has no destination.',
    remedy: 'Read `deliveries` of the render.',
  },
  agreement_required: {
    meaning: 'Live keys need the developer agreement, which this account has not accepted.',
    remedy: 'Accept it in the console (`POST /api/developer/agreement`).',
  },
  app_not_approved: {
    meaning: 'Live keys of an app need its approval.',
    remedy: 'Submit the app for review and wait; test keys work at once.',
  },
  app_reviewed: {
    meaning: 'The app is in review or was reviewed, and what was reviewed cannot be changed.',
    remedy: 'Create another app, or ask the operator.',
  },
  bot_connected: {
    meaning: 'The Telegram bot belongs to another app.',
    remedy: 'Disconnect it there first.',
  },
};

/**
 * Returns the HTTP status of an error: 409 for an `invalid_request` with a `conflictCode`, 413 for a `quota_exceeded`
 * when the storage is full, otherwise the usual status of the code.
 */
export function statusOf(code: ErrorCode, details: Record<string, unknown>): number {
  if (code === 'invalid_request' && details.conflictCode !== undefined) return 409;
  if (code === 'quota_exceeded' && details.what === 'storage') return 413;
  return errorCatalog[code].status;
}

/** Whether `text` is an error code of the API. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalog, text);
}

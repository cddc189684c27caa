import type { Chapter } from './conformance-page.ts';

const contract = 'test/contract.test.ts: ';
const gate = 'test/guard.test.ts: ';
const badInput = 'test/bad-input.test.ts: ';

/** Conformance chapter about errors and safe retries. */
export const errors: Chapter = {
  title: 'Errors',
  proofs: [
    [
      'Every failure body is `{ error: { code, message, docs_url, ...details } }`.',
      `${gate}has the error shape for %s`,
      `${contract}has code, message and a docs_url that is a page of this service, for every code`,
    ],
    [
      '400 `invalid_request` for missing or wrong fields, bodies that are no object and bad command lists.',
      `${badInput}answers 400 for what is no object with its fields: $method $path`,
      `${badInput}%s: %s`,
      `${badInput}names the field and its value`,
    ],
    [
      '409 `invalid_request` with `conflictCode` and `rev`.',
      'test/projects.test.ts: answers 409 stale_rev with the present rev when the sent rev is old',
    ],
    [
      '401 `unauthorized` without a known, valid token.',
      `${gate}refuses a request without a key, with the error shape and without rate headers`,
    ],
    ['402 `plan_required`.', `${gate}needs a plan with api_access for a live key, not for a test key`],
    [
      '402 `insufficient_credits` with `remaining`; nothing is charged.',
      'test/credits.test.ts: charges what is there and refuses more, with the balance',
    ],
    [
      '402 `quota_exceeded`: projects, exports, renders at once; nothing is queued.',
      'test/projects.test.ts: stops at the number of projects of the plan, also for two at once',
      `${contract}are refused with 402 when the exports of the month are used up, and nothing is queued`,
      'test/renders.test.ts: are refused over the concurrent renders of the plan, and nothing is queued',
    ],
    [
      '413 `quota_exceeded` when the storage is full.',
      'test/media.test.ts: refuses when the storage of the plan is full',
      'test/import.test.ts: refuses before it fetches when the storage is full',
    ],
    [
      '403 `access_suspended` with `restriction`.',
      'test/operators.test.ts: suspend an account until a moment, with the restriction in the answer, and lift it',
    ],
    ['403 `app_suspended`.', 'test/operators.test.ts: suspend an app and switch it on again'],
    [
      "404 `not_found`, indistinguishable from somebody else's.",
      "test/bad-input.test.ts: answers another account's id exactly like an unknown one: $method $path",
    ],
    [
      '413 `payload_too_large`.',
      'test/media.test.ts: refuses more than 32 MB, announced or not',
      `${badInput}answers 413 over 1 MB: $method $path`,
    ],
    [
      '429 `rate_limited` with `Retry-After`.',
      `${gate}refuses what is over the plan's limit with Retry-After, and does not count refusals`,
      'test/retry-after.test.ts: %s says with 429 how many seconds to wait',
    ],
    [
      '500 shows nothing of the inside; random requests make none.',
      'test/fuzz.test.ts: authenticated requests made from the OpenAPI document and then spoilt yield no 500',
    ],
    [
      '502 `provider_error` of an import address or a frame.',
      'test/import.test.ts: takes %s for a failure over there',
      'test/preview.test.ts: of a frame that cannot be rendered is 502 provider_error, as JSON',
    ],
    [
      '503 `unavailable` with `Retry-After: 30` when the limiter is unreachable.',
      'test/limiter-outage.test.ts: answers 503 unavailable with Retry-After 30 while Redis does not answer or is gone',
    ],
    ['A second DELETE answers 404.', 'test/projects.test.ts: deletes once; the second call answers 404'],
    [
      'Repeated POSTs of commands, projects and renders run again.',
      `${contract}an Idempotency-Key does nothing: the same request twice makes two of what it makes`,
    ],
    [
      'Requests to `/v1/ai/*` are charged again when they are repeated.',
      'test/agent.test.ts: is charged again for the same message, and does it again',
    ],
  ],
};

/** Conformance chapter about limits and versions. */
export const limits: Chapter = {
  title: 'Limits and versions',
  proofs: [
    [
      'A sliding 60-second window; never more than the limit in any.',
      'src/limiter/limiter.test.ts: never admits more than the limit in any 60 s, and always when there is room',
    ],
    [
      'Requests per minute by plan; refused requests do not count.',
      `${gate}refuses what is over the plan's limit with Retry-After, and does not count refusals`,
    ],
    [
      'A throttled app has 6 a minute.',
      'test/operators.test.ts: throttle an app to 6 requests a minute, all its keys together',
    ],
    [
      'Members of Team and Enterprise organisations have the higher of both limits.',
      "test/organisations.test.ts: give members the owner's rate limit on Team and Enterprise when it is higher " +
        'than their own',
    ],
    [
      'Frame previews: 10 a minute in a bucket of their own, `retryAfterSec` in the body.',
      'test/preview.test.ts: has 10 frames a minute in a bucket of its own, with retryAfterSec in the body',
    ],
    [
      'Rate headers on every answer after authentication; the reset is a duration.',
      `${contract}say how long the window is, not when it ends, on every answer after authentication`,
      `${gate}carries rate headers on failures after authentication, also where there is no route`,
    ],
    [
      '401 and 403 before the check carry none.',
      `${gate}refuses a request without a key, with the error shape and without rate headers`,
      `${gate}answers a missing scope before the limiter, naming it and those held`,
    ],
    [
      'Concurrent renders by plan.',
      'test/renders.test.ts: are refused over the concurrent renders of the plan, and nothing is queued',
    ],
    [
      'Monthly credits begin anew.',
      'test/credits.test.ts: begins with the credits of the plan, once a month whoever asks how often',
    ],
    [
      'Unknown request fields are ignored.',
      `${badInput}ignores fields that it does not know, and names them: $method $path`,
    ],
    [
      '`Service-Version` defaults to 2026-08-01, is echoed on every response and selects nothing.',
      `${contract}name the request, the version and refuse framing: %s`,
    ],
    [
      'Changes to behaviour are announced in a changelog.',
      'test/openapi.test.ts: list the changes, newest first, and lead to each other',
    ],
    ['The documented routes are the contract.', `${gate}serves OpenAPI 3.1 with every route once`],
  ],
};

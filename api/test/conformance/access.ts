import type { Chapter } from './conformance-page.ts';

const gate = 'test/guard.test.ts: ';
const developer = 'test/developer.test.ts: ';
const operators = 'test/operators.test.ts: ';
const oauthApp = 'test/oauth-app.test.ts: ';
const discovery = 'test/oauth-discovery.test.ts: ';

/** Conformance chapter about API keys, scopes and OAuth. */
export const access: Chapter = {
  title: 'Authentication',
  proofs: [
    ['Keys are `key_live_<48 hex>` or `key_test_<48 hex>`; others are refused.', `${gate}refuses the header %s`],
    [
      'Older unprefixed keys work, with the scopes of before.',
      `${gate}accepts an old unprefixed key, which carries the scopes from before there were any`,
    ],
    [
      'Test keys are free on every plan and answer sample renders; nothing is charged.',
      'test/renders.test.ts: are a finished sample at once (%s) and cost nothing',
      `${gate}needs a plan with api_access for a live key, not for a test key`,
    ],
    [
      'Projects that a test key makes are real.',
      'test/contract.test.ts: create and edit real projects, also those that a live key made',
    ],
    [
      'Live keys need the agreement, an approved app and `api_access`.',
      `${developer}of an app are live only with agreement, approval and a plan with api_access`,
    ],
    [
      'At most 10 active keys an app.',
      `${developer}are at most ten of an app at a time, also when they are minted at once`,
    ],
    [
      "Scopes are clamped to the app's ceiling when a key is minted and on every request.",
      `${gate}clamps a key's scopes to its app's on every request`,
      `${developer}lose what their app loses, without being minted again`,
    ],
    [
      'Only a hash of a key is stored; it is shown once.',
      `${developer}are listed by their last four characters, never whole, and stored as hashes`,
    ],
    [
      'Keys cannot mint keys; `/api/developer/` accepts sessions only.',
      `${developer}open nothing under /api/developer, and mint no keys`,
    ],
    [
      'A revoked key is refused within 5 s.',
      'test/credential-directory.test.ts: refuses a revoked key at the latest after 5 s, however often it was used',
      `${developer}stop within 5 s of their revocation; revoking again changes nothing`,
    ],
    [
      'OAuth: authorization code with PKCE, S256.',
      'test/oauth-registration.test.ts: goes the whole way with oauth4webapi: registration, PKCE, token, ' +
        'refresh, reuse',
      `${oauthApp}needs the right verifier`,
    ],
    [
      'The access token lives one hour, refresh tokens 90 days and rotate at every use.',
      `${oauthApp}has a token that ends after an hour`,
      `${oauthApp}has its refresh tokens rotate; each lives 90 days`,
    ],
    [
      'A code that comes twice ends the grant, and so does a refresh token after 10 s; before, it gets the same ' +
        'new pair.',
      `${oauthApp}is cut off when a refresh token comes again after ten seconds`,
      `${oauthApp}returns the same new tokens to concurrent refreshes in any process, and accepts them afterwards`,
      `${oauthApp}is cut off when a code comes twice`,
    ],
    [
      'The granted scope is clamped to the ceiling and told.',
      `${oauthApp}gets the scopes of its ceiling alone, is told so, and loses what it loses`,
    ],
    [
      "OAuth tokens are always live; plan, credits and exports are the user's.",
      `${oauthApp}gets a token of one hour that opens the API as the user, always live, on every plan`,
    ],
    ['Rate limits of OAuth apply per user.', `${oauthApp}is limited per user, over all apps of the user`],
    [
      'Users revoke at `/oauth/connected`; all tokens of the app go at once.',
      'test/oauth-pages.test.ts: list connected apps and cut one off at once, with all its tokens',
    ],
    [
      'Discovery at `/.well-known/oauth-authorization-server`.',
      `${discovery}names the endpoints of the contract, S256 and the 18 scopes`,
    ],
    [
      '401 answers carry `resource_metadata` (RFC 9728).',
      `${discovery}says where to get tokens for the API (RFC 9728), also with each 401`,
    ],
    [
      'A missing scope answers 403 with `scope` and `granted`, before the limiter.',
      `${gate}answers a missing scope before the limiter, naming it and those held`,
    ],
    [
      "What is not the caller's answers `not_found`, never a permission error.",
      "test/bad-input.test.ts: answers another account's id exactly like an unknown one: $method $path",
      "test/bad-input.test.ts: are another account's project and media in bodies and queries",
    ],
    [
      'A plan without the feature answers `plan_required`.',
      `${gate}needs a plan with api_access for a live key, not for a test key`,
    ],
    [
      'Suspended accounts and apps answer `access_suspended` and `app_suspended`.',
      `${gate}refuses suspended accounts and apps`,
      `${operators}suspend an account until a moment, with the restriction in the answer, and lift it`,
    ],
    [
      'A ban revokes keys and grants; lifting it restores neither.',
      `${operators}ban an account: sessions end and keys are revoked, and lifting the ban brings neither back`,
      `${oauthApp}loses its grants with its user's or developer's ban`,
    ],
  ],
};

const hooks = 'test/webhooks.test.ts: ';
const hooksConsole = 'test/webhooks-console.test.ts: ';

const bot = 'test/telegram/bot.test.ts: ';

/** Conformance chapter about webhooks. */
export const events: Chapter = {
  title: 'Events',
  proofs: [
    [
      'Webhooks are signed POSTs to destinations of the console.',
      `${hooks}sends signed requests with the changed record, which Standard Webhooks verifies`,
      `${hooksConsole}registers, lists, changes and deletes endpoints; the secret is shown when it is made`,
    ],
    [
      '`render.completed` when a render finishes, `render.failed` when one fails.',
      `${hooks}of a finished render carries the record that polling shows`,
      '../scheduler/test/renders.test.ts: tells of failed and cancelled renders',
      '../scheduler/test/renders.test.ts: has an event of every change, with the record as it was committed, and ' +
        'each once',
    ],
    [
      '`credits.low` when the balance is low, `credits.exhausted` when it is used up.',
      'test/credits.test.ts: tells once that they are low and once that they are used up',
    ],
    [
      '`telegram.end_user.first_seen` when a chat-bot end user is seen for the first time.',
      `${bot}are told of when they are seen for the first time, once`,
      `${bot}have events that reach endpoints, with their record`,
    ],
    [
      '`telegram.end_user.blocked` when one is blocked.',
      'test/telegram.test.ts: are blocked once, which is told of, and limited',
      `${bot}have events that reach endpoints, with their record`,
    ],
    [
      "`telegram.end_user.limit_reached` when one's daily limit is reached.",
      `${bot}reach their limit with an event, once a day, and spend nothing after it`,
      `${bot}have events that reach endpoints, with their record`,
    ],
    ['Every kind of event of the contract can be received.', `${hooksConsole}sends a test event of the kind %s`],
    ['`app.suspended` goes to that app.', `${hooks}about an app goes to endpoints of that app and of all apps`],
    [
      'HMAC-SHA256 over timestamp and raw body; old timestamps can be refused.',
      `${hooks}sends signed requests with the changed record, which Standard Webhooks verifies`,
    ],
    [
      'The event id is the same across retries.',
      `${hooks}that is answered with %i comes again with the same id and body`,
    ],
    [
      'Only timeouts, 5xx, 408 and 429 are retried.',
      'src/webhooks/retry-schedule.test.ts: tries again after %i',
      'src/webhooks/retry-schedule.test.ts: does not try again after %i',
      'src/webhooks/retry-schedule.test.ts: tries again after a timeout, not after a connection that fails',
      `${hooks}that is answered with %s does not come again`,
    ],
    [
      'Retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h with jitter.',
      'src/webhooks/retry-schedule.test.ts: waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h, a tenth more or less',
    ],
    [
      "The log keeps the receiver's response; a delivery can be sent again.",
      `${hooks}keeps the receiver's answer cut at 4,096 bytes, and without NUL`,
      `${hooksConsole}delivers again when asked, with the same event id and all retries`,
    ],
    ['One slow receiver never delays others.', `${hooks}a receiver that never answers delays nobody else`],
  ],
};

import type { Chapter } from './conformance-page.ts';

const routes = 'test/ai-routes.test.ts: ';
const agent = 'test/agent.test.ts: ';
const jobs = 'test/generation.test.ts: ';

/** Conformance chapter about generative media and stock media. */
export const generation: Chapter = {
  title: 'Generative media and stock',
  proofs: [
    [
      'Images, stickers and speech answer with media that clips can use, and what they cost.',
      `${routes}become media that a clip uses at once, and are paid`,
    ],
    [
      'Charged first; a failed provider call is refunded and answers 502 `provider_error`.',
      `${routes}cost nothing when no provider makes them, and say so without a word of the vendor`,
      `${jobs}is given back when it fails, and its error goes on`,
      `${jobs}ends with a refund, once, and its media go with it`,
    ],
    [
      '422 `prompt_rejected` names the field; nothing is charged.',
      `${routes}are refused by the safety check before anything is charged`,
    ],
    [
      '402 `insufficient_credits` with `remaining`; nothing ran or was charged.',
      `${routes}are refused without the credits, with what is left`,
      `${jobs}never takes a balance below zero: 200 at once`,
    ],
    ['501 `not_configured` without a provider.', `${routes}says so, and charges nothing`],
    ['Test keys never spend credits.', `${routes}are samples for a test key, and spend nothing`],
    [
      'Video jobs are polled at `GET /v1/ai/jobs/{id}`; one at a time for an account, more are 402 `quota_exceeded`.',
      `${routes}is made in steps that any process can take, one at a time for an account`,
    ],
    [
      'A failed video is refunded.',
      `${routes}is paid back when no provider takes the order`,
      `${routes}is given up, and paid back, when it takes half an hour`,
    ],
    [
      'Transcription gives word timings in the shape of `addCaptions`; a script is spread over a duration with ' +
        'no provider call.',
      `${routes}of a script cost nothing, and are captions as they are`,
      `${routes}of media are heard by a provider, and paid by the ten seconds`,
    ],
    [
      'The planner turns a message into commands and applies them: 5 credits, `planner` names who planned.',
      `${agent}applies what the model plans, names it, and costs 5 credits`,
    ],
    [
      'One planning call and at most one repair call; the repair is accepted only with strictly fewer failures, ' +
        'the rest is `unresolved`.',
      `${agent}asks once for a repair, and takes it when fewer commands fail`,
      `${agent}keeps its first plan when the repair is no better, and says what failed`,
    ],
    [
      'Providers are tried in a chain, then an offline heuristic planner (`heuristic`).',
      `${agent}goes over to the rules when the model cannot be reached`,
      `${agent}plans by rules, and says what it could not`,
    ],
    ['`dryRun` plans without applying and is charged.', `${agent}plans without saving, for the same credits`],
    ['An empty plan is not refunded.', `${agent}charges for an empty plan`],
    ['`GET /v1/stock/search` costs nothing.', `${routes}is searched page by page`],
  ],
};

import { Type } from '@framemill/timeline/typebox';
import { type CallAdapter, openaiVariables } from './adapter.ts';
import { answerReader } from './provider-http.ts';

/** Request to check a prompt before it is used. */
export interface SafetyRequest {
  text: string;
}

/** Result of a safety check. */
export interface SafetyVerdict {
  allowed: boolean;
}

/** Provider that checks whether a prompt is acceptable. */
type SafetyAdapter = CallAdapter<SafetyRequest, SafetyVerdict>;

const readAnswer = answerReader(
  Type.Object({ results: Type.Array(Type.Object({ flagged: Type.Boolean() }), { minItems: 1 }) }),
);

/** Safety adapter for OpenAI's `POST /moderations`: https://platform.openai.com/docs/api-reference/moderations */
export const openaiModeration: SafetyAdapter = {
  name: 'openai-moderation',
  title: 'OpenAI moderation',
  variables: {
    ...openaiVariables,
    OPENAI_MODERATION_MODEL: {
      type: 'text',
      fallback: 'omni-moderation-latest',
      meaning: 'Model that checks prompts',
    },
  },
  async call({ text }, { settings, http, signal }) {
    const answer = await http.send({
      url: `${settings.OPENAI_BASE_URL}/moderations`,
      headers: { authorization: `Bearer ${settings.OPENAI_API_KEY}` },
      body: { model: settings.OPENAI_MODERATION_MODEL, input: text },
      signal,
    });
    return { allowed: !readAnswer(answer.json()).results.some(({ flagged }) => flagged) };
  },
};

const minors =
  '(?:child(?:ren)?|kids?|minors?|toddlers?|infants?|bab(?:y|ies)|pre-?teens?|under-?age|' +
  'school(?:girl|boy)s?|little (?:girl|boy)s?)';
const sexual = String.raw`(?:nudes?|naked|sex(?:ual(?:ly)?|y)?|porn\w*|erotic\w*|undress\w*|topless)`;

/**
 * Patterns of prompts that are always refused.
 * The first two patterns match the same two groups of words, in either order. All match whole words and ignore accents
 * and case.
 */
const refused: readonly RegExp[] = [
  new RegExp(String.raw`\b${minors}\b.{0,80}\b${sexual}\b`, 's'),
  new RegExp(String.raw`\b${sexual}\b.{0,80}\b${minors}\b`, 's'),
  /\b(?:child|kiddie) porn\w*\b/,
  /\b(?:rape|raping|gang ?bang|bestiality|necrophilia)\b/,
  /\b(?:pornograph\w*|hardcore porn|xxx porn)\b/,
  /\b(?:snuff film|beheading|behead(?:s|ed)?|dismember(?:ed|ing|ment)?)\b/,
  /\b(?:build|make|assemble) (?:a |an )?(?:pipe bomb|nail bomb|dirty bomb|nerve gas)\b/,
];

/**
 * Built-in safety check by a short list of phrases, without network access. It refuses obvious cases only and does not
 * replace a model that understands texts.
 */
const wordList: SafetyAdapter = {
  name: 'word-list',
  title: 'Built-in word list',
  variables: {},
  async call({ text }) {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    return { allowed: !refused.some((pattern) => pattern.test(plain)) };
  },
};

/**
 * Safety checks of prompts, in the order in which they are called.
 * The first one that responds decides. The built-in word list is the last, and always responds.
 */
export const safetyAdapters: readonly SafetyAdapter[] = [openaiModeration, wordList];

import type { SafetyAdapter } from './safety-adapter.ts';

const minors =
  '(?:child(?:ren)?|kids?|minors?|toddlers?|infants?|bab(?:y|ies)|pre-?teens?|under-?age|school(?:girl|boy)s?|little (?:girl|boy)s?)';
const sexual = String.raw`(?:nudes?|naked|sex(?:ual(?:ly)?|y)?|porn\w*|erotic\w*|undress\w*|topless)`;

/**
 * Patterns of prompts that are always refused, with their words in either order. They match whole words, ignoring
 * accents and case.
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
export const wordList: SafetyAdapter = {
  name: 'word-list',
  title: 'Built-in word list',
  variables: {},
  async call({ text }) {
    const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    return { allowed: !refused.some((pattern) => pattern.test(plain)) };
  },
};

import type { SafetyAdapter } from './safety-adapter.ts';

const minors =
  '(?:child(?:ren)?|kids?|minors?|toddlers?|infants?|bab(?:y|ies)|pre-?teens?|under-?age|school(?:girl|boy)s?|little (?:girl|boy)s?)';
const sexual = String.raw`(?:nudes?|naked|sex(?:ual(?:ly)?|y)?|porn\w*|erotic\w*|undress\w*|topless)`;

/** What no generator here is asked for, each with the words in either order. Whole words; accents and case do not count. */
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
 * The check that is always there: a short list of phrases, no network. It refuses what is plain; it is no substitute for a
 * model that understands texts.
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

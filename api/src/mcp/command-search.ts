import { catalogue } from '@framemill/compositor/catalog';
import { commandPhrases, commandSchema } from '@framemill/timeline';
import MiniSearch from 'minisearch';
import { OTHER_TOPICS } from './other-topics.ts';

/** Most commands that a search answers. */
const MOST_RESULTS = 8;

/** A command that a search found. */
export interface FoundCommand {
  op: string;
  description: string;
  /** Parameters that make what was asked for, beside those that the command needs anyway. */
  params?: object;
}

/** Result of a search, best first. `hint` says what to do where commands alone are no answer. */
export interface CommandSearchResult {
  commands: FoundCommand[];
  hint?: string;
}

interface Entry {
  id: number;
  /** Null: a topic of `OTHER_TOPICS`. */
  op: string | null;
  phrase: string;
  description: string;
  params: object;
  hint: string;
  weight: number;
}

const descriptions = Object.entries(commandSchema(catalogue).commands).map(([op, { description }]) => ({
  op,
  description,
}));
const descriptionOf = new Map(descriptions.map(({ op, description }) => [op, description]));

/** Keywords count more than names of values, which several commands take. */
const WEIGHTS = { keyword: 2, choice: 1.5, value: 1.2 };

const entries: Entry[] = [
  ...descriptions.map(({ op, description }) => ({ op, phrase: op, description, params: {}, hint: '', weight: 1 })),
  ...commandPhrases().map(({ op, phrase, params, source }) => ({
    ...{ op, phrase, params, description: '', hint: '', weight: WEIGHTS[source] },
  })),
  ...OTHER_TOPICS.flatMap(({ phrases, hint }) =>
    phrases.map((phrase) => ({ op: null, phrase, params: {}, description: '', hint, weight: WEIGHTS.keyword })),
  ),
].map((entry, id) => ({ ...entry, id }));

/** Words that say nothing about what is asked for. */
const SILENT = new Set(
  'a an and are be can do does how i is it make me my of on some that the this to want with'.split(' '),
);

/** A word as it is compared: American spelling, singular. Null: it says nothing. */
function wordOf(term: string): string | null {
  const word = term
    .toLowerCase()
    .replace('colour', 'color')
    .replace('grey', 'gray')
    .replace(/(..)is(e[drs]?|ing|ation)$/, '$1iz$2')
    .replace(/([^s])s$/, '$1');
  return SILENT.has(word) || word === '' ? null : word;
}

/** Words of a phrase: `easeInBounce`, `b-roll` and `drop shadow` have several. */
function wordsOf(text: string): string[] {
  return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{N}]+/u);
}

const index = new MiniSearch<Entry>({
  fields: ['phrase', 'description'],
  storeFields: ['weight'],
  tokenize: wordsOf,
  processTerm: wordOf,
  searchOptions: {
    boost: { phrase: 4 },
    prefix: (term) => term.length > 3,
    boostDocument: (_id, _term, stored) => Number(stored?.weight ?? 1),
  },
});
index.addAll(entries);

/** The words of a text that say something, in one spelling and without gaps: `green screen` and `greenscreen` are the same. */
const squeezed = (text: string) => wordsOf(text).map(wordOf).filter(Boolean).join('');
const exact = Map.groupBy(entries, ({ phrase }) => squeezed(phrase));

/**
 * Finds commands by what people call them: names, keywords, values such as `vignette`, descriptions. When nothing is called so,
 * the nearest names are found. A hint comes with these, with an empty result, and when another tool does it, or none.
 */
export function searchCommands(query: string): CommandSearchResult {
  const same = exact.get(squeezed(query)) ?? [];
  const strict = index.search(query);
  const ranked = strict.length > 0 ? strict : index.search(query, { fuzzy: 0.34 });
  const matches = [...same.toSorted((a, b) => b.weight - a.weight), ...ranked.flatMap(({ id }) => entries[id] ?? [])];
  const [first] = matches;
  const commands = new Map<string, FoundCommand>();
  for (const { op, params } of matches) {
    if (op === null || commands.has(op) || commands.size === MOST_RESULTS) continue;
    const stated = Object.keys(params).length > 0 ? { params } : {};
    commands.set(op, { op, description: descriptionOf.get(op) ?? '', ...stated });
  }
  const found = [...commands.values()];
  if (first?.op === null) return { commands: found, hint: first.hint };
  if (strict.length === 0 && same.length === 0 && found.length > 0) {
    const nearest = [...new Set(matches.slice(0, 5).map(({ phrase }) => phrase))].join(', ');
    return { commands: found, hint: `Nothing is called "${query.trim()}". The nearest names: ${nearest}.` };
  }
  if (found.length > 0) return { commands: found };
  return { commands: [], hint: nothingFound(query) };
}

function nothingFound(query: string): string {
  return (
    `No command is about "${query.trim()}". Ask with one or two English words for what is to be seen or heard ` +
    '(crossfade, lower third, mute), or without `query` for all commands.'
  );
}

import { catalogue } from '@framemill/compositor/capabilities';
import { commandPhrases, commandSchema } from '@framemill/timeline';
import MiniSearch from 'minisearch';
import { OTHER_TOPICS } from './other-topics.ts';

/** Maximum commands in a search result. */
const MOST_RESULTS = 8;

/** Command in a search result. */
export interface FoundCommand {
  op: string;
  description: string;
  /** Parameter values that the search term stands for. Other required parameters of the command are not included. */
  params?: object;
}

/** Result of a command search, best match first. `hint` gives advice when a command alone does not answer the query. */
export interface CommandSearchResult {
  commands: FoundCommand[];
  hint?: string;
}

interface Entry {
  id: number;
  /** Name of the command; `null` for an entry that comes from `OTHER_TOPICS`. */
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

/**
 * Weights of search phrases by their source. Keywords count more than names of parameter values, because several
 * commands have values of the same name.
 */
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

/** Words that are ignored in a query, because they say nothing about the command. */
const SILENT = new Set(
  'a an and are be can do does how i is it make me my of on some that the this to want with'.split(' '),
);

/** Normalises a word for comparison: American spelling, singular. Returns `null` for a word that is ignored. */
function wordOf(term: string): string | null {
  const word = term
    .toLowerCase()
    .replace('colour', 'color')
    .replace('grey', 'gray')
    .replace(/(..)is(e[drs]?|ing|ation)$/, '$1iz$2')
    .replace(/([^s])s$/, '$1');
  return SILENT.has(word) || word === '' ? null : word;
}

/**
 * Splits a phrase into normalised words. Compound terms such as `easeInBounce`, `b-roll` and `drop shadow` give
 * several.
 */
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

/**
 * Joins the words of a text without spaces, so that `green screen` and `greenscreen` are equal. Ignored words are left
 * out.
 */
const squeezed = (text: string) => wordsOf(text).map(wordOf).filter(Boolean).join('');
const exact = Map.groupBy(entries, ({ phrase }) => squeezed(phrase));

/**
 * Finds commands by name, keyword, parameter value (such as `vignette`) and description.
 * Returns the commands with the most similar names if nothing matches. The result has a hint if it is empty or contains
 * only similar names, and if the query names a function of another tool or a feature that does not exist.
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
    return { commands: found, hint: `No command has the name "${query.trim()}". The nearest names are ${nearest}.` };
  }
  if (found.length > 0) return { commands: found };
  return { commands: [], hint: nothingFound(query) };
}

function nothingFound(query: string): string {
  return (
    `No command matches "${query.trim()}". Search with one or two English words for the result ` +
    '(crossfade, lower third, mute), or without `query` for all commands.'
  );
}

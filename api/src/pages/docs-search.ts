import MiniSearch, { type SearchResult } from 'minisearch';

/** Place in the documentation that the search finds. */
export interface SearchEntry {
  /** Address of the place, with its fragment. */
  url: string;
  title: string;
  /** Name of the page or list that the place is on. */
  place: string;
  text: string;
  /** Factor of its score. */
  weight: number;
}

/** Place that matches a search. */
export interface FoundEntry extends Pick<SearchEntry, 'url' | 'title' | 'place'> {
  /** Part of its text around the first match. Its parts are alternately outside and inside of matches. */
  excerpt: readonly string[];
}

/** Maximum number of results. */
const MOST_RESULTS = 20;
/** Maximum number of words of a search that are used. */
const MOST_WORDS = 8;
/** Length of an excerpt, in UTF-16 code units. */
const EXCERPT = 180;

/** Splits a text into words. Names such as `addTextClip` and `stale_rev` also give their parts. */
function wordsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_$]+/u);
  const parts = words.flatMap((word) => word.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[\s_]+/));
  return [...new Set([...words, ...parts])].filter((word) => word !== '');
}

/**
 * Creates the search in the documentation. Words match from their beginning and with small mistakes. Places with all
 * words come first; when there is none, places with some of them are found.
 */
export function createDocsSearch(entries: readonly SearchEntry[]): (text: string) => FoundEntry[] {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'place', 'text'],
    storeFields: ['weight'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 4, place: 1.5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_id, _term, stored) => Number(stored?.weight ?? 1),
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (text) => {
    const words = text.split(/\s+/).slice(0, MOST_WORDS).join(' ');
    const all = index.search(words, { combineWith: 'AND' });
    const results = all.length > 0 ? all : index.search(words);
    return results.slice(0, MOST_RESULTS).flatMap((result) => found(entries[Number(result.id)], result) ?? []);
  };
}

function found(entry: SearchEntry | undefined, { terms }: SearchResult): FoundEntry | null {
  if (entry === undefined) return null;
  const { url, title, place, text } = entry;
  const matches = new RegExp(`(?<![\\p{L}\\p{N}])(${terms.map(escaped).join('|')})`, 'giu');
  const first = text.search(matches);
  const start = first < EXCERPT / 2 ? 0 : text.lastIndexOf(' ', first - EXCERPT / 3) + 1;
  const end = text.length <= start + EXCERPT ? text.length : text.lastIndexOf(' ', start + EXCERPT);
  const part = text.slice(start, end > start ? end : start + EXCERPT).toWellFormed();
  const excerpt = `${start > 0 ? '… ' : ''}${part}${end < text.length ? ' …' : ''}`;
  return { url, title, place, excerpt: terms.length === 0 ? [excerpt] : excerpt.split(matches) };
}

function escaped(term: string): string {
  return term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Text that replaces a secret. */
const HIDDEN = '…';

/**
 * Matches texts that may be secrets: API keys, signing secrets, JSON Web Tokens, the word after "Bearer", names and
 * passwords in addresses, and runs of 40 or more letters and digits, such as OAuth tokens and signatures. Ids of the
 * service are shorter.
 */
const SECRET = new RegExp(
  [
    'key_(?:live_|test_)?[0-9a-f]{16,}',
    'whsec_[\\w+/=-]+',
    'eyJ[\\w-]+\\.[\\w-]+(?:\\.[\\w-]*)?',
    '(?<=\\bbearer(?:\\s|%20|\\+)+)[^\\s"\'&]+',
    '(?<=://)[^\\s/@]+(?=@)',
    '[\\w%+-]{40,}=*',
  ].join('|'),
  'gi',
);

/** Matches the query and the fragment of an address inside a text. */
const ADDRESS_QUERY = /(?<=\bhttps?:\/\/[^\s?#"']*)[?#][^\s"')]+/gi;

/** Returns a text in which everything that may be a secret, and the query of every address, is replaced by `…`. */
export function withoutSecrets(text: string): string {
  return text.replace(ADDRESS_QUERY, `?${HIDDEN}`).replace(SECRET, HIDDEN);
}

/** Maximum number of query parameters of a request that are shown. */
const MOST_PARAMETERS = 20;

/**
 * Returns the path and the query of a request without secrets. Only parameters whose names are keys of `declared` keep
 * their values, because a client may send anything in others, such as a key or a signature.
 */
export function addressWithoutSecrets(url: string, declared: object): string {
  const start = url.indexOf('?');
  if (start < 0) return withoutSecrets(url);
  const pairs = url
    .slice(start + 1)
    .split('&', MOST_PARAMETERS)
    .map((pair) => {
      const [name = '', value] = pair.split('=', 2);
      if (Object.hasOwn(declared, name)) return pair;
      return value === undefined ? HIDDEN : `${name}=${HIDDEN}`;
    });
  return withoutSecrets(`${url.slice(0, start)}?${pairs.join('&')}`);
}

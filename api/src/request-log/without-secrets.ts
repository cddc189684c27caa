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
    '(?<bearer>\\bbearer(?:\\s|%20|\\+)+)[^\\s"\'&]+',
    '(?<scheme>://)[^\\s/@]+(?=@)',
    '[\\w%+-]{40,}=*',
  ].join('|'),
  'gi',
);

/** Matches an address inside a text with its query and fragment. */
const ADDRESS_QUERY = /(\bhttps?:\/\/[^\s?#"']*)[?#][^\s"')]+/gi;

/**
 * Maximum length of a text, in UTF-16 code units. Callers can send long names, which errors quote; the patterns may
 * take a time that grows with the square of the length.
 */
const MOST_CHARACTERS = 2_000;

/**
 * Returns a text in which everything that may be a secret, and the query of every address, is replaced by `…`. A longer
 * text than `MOST_CHARACTERS` is cut before a word, so that no part of a secret remains.
 */
export function withoutSecrets(text: string): string {
  return shortened(text)
    .replace(ADDRESS_QUERY, `$1?${HIDDEN}`)
    .replace(SECRET, (...found) => {
      const { bearer, scheme } = Object(found.at(-1));
      return `${bearer ?? scheme ?? ''}${HIDDEN}`;
    });
}

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const start = text.slice(0, MOST_CHARACTERS);
  // Without the word that is cut.
  const end = Math.max(...[' ', '\n', '"', '&', '/'].map((gap) => start.lastIndexOf(gap)));
  return `${start.slice(0, end + 1)}${HIDDEN}`;
}

/** Maximum number of query parameters of a request that are shown. */
const MOST_PARAMETERS = 20;

/** Parameter with the values of a video's variables, which are texts of a customer's customers. */
const VALUES_PARAMETER = 'variables';

/**
 * Returns the path and the query of a request without secrets. Only parameters whose names are keys of `declared` keep
 * their values, because a client may send anything in others, such as a key or a signature. Values of variables are
 * hidden too.
 */
export function addressWithoutSecrets(url: string, declared: object): string {
  const start = url.indexOf('?');
  if (start < 0) return withoutSecrets(url);
  const pairs = url
    .slice(start + 1)
    .split('&', MOST_PARAMETERS)
    .map((pair) => {
      const [name = '', value] = pair.split('=', 2);
      if (Object.hasOwn(declared, name) && name !== VALUES_PARAMETER) return pair;
      return value === undefined ? HIDDEN : `${name}=${HIDDEN}`;
    });
  return withoutSecrets(`${url.slice(0, start)}?${pairs.join('&')}`);
}

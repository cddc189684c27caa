import { COLOUR } from './colours.ts';
import { pattern, re, regexp, say } from './words.ts';

const THING = pattern`
  (?:
    titles?|texts?|captions?|headlines?|headings?|subtitles?|lower[ -]thirds?|words?|messages?|slogans?|labels?
    |cards?|banners?|lines?|price(?:\s+tags?)?|dates?|hashtags?|websites?|phone\s+numbers?
  )
`;
const SAYING =
  '(?:saying|that (?:just )?(?:says|reads)|which (?:says|reads)|reading|says|say|with the ' +
  '(?:text|words?)|titled|called|to say|to read)';
const VERB = pattern`
  (?:
    make|put|add|mute|remove|delete|cut|trim|fade|speed|slow|turn|set|move|change|crop|zoom|apply|give|lower|raise
    |drop|blur|keep|start|use|also|then|finally|have|show|sit|be|stay|go|appear|come|bounce|pop|center|align
  )
`;

/** Patterns of the words that precede a text without quotation marks, such as "a title saying". */
const beginnings = [
  new RegExp(String.raw`\b${THING}\b[^.!?\n"“\ue000]*?\b${SAYING}\s*:?\s+`, 'iu'),
  // An amount or a time of day can be a text by itself.
  regexp('u')`
    \b(?:[Aa]dd|[Pp]ut|[Ii]nsert|[Ww]rite|[Ss]how)\b(?:\s+(?:a|an|the|big|small))*\s*(?:${THING})?:?\s+
    (?=[$€£¥]\s?\d)
  `,
  regexp('u')`
    \b(?:[Cc]hange|[Ss]et|[Uu]pdate|[Mm]ake)\s+(?:the\s+|my\s+)?(?:price|date|phone\s+number|website|hashtag)\s+
    (?:to|into)?\s*(?=[$€£¥#\d]|www)
  `,
  /^\s*(?:(?:a|an)\s+)?(?:[Bb]ig|[Ss]mall|[Hh]uge|[Ll]arge)\s+(?:text|title|words|letters)\s*:?\s+(?=[\p{Lu}\d])/u,
  regexp('u')`
    \b(?:[Tt]itle|[Tt]ext|[Hh]eadline|[Pp]rice|[Dd]ate)\b[^.!?\n"“\ue000]{0,30}\b
    (?:should (?:now )?(?:say|read|be)|is now|changes to|becomes)\s+(?=[\p{Lu}$€£\d])
  `,
  /^\s*(?:[Tt]he\s+)?(?:[Tt]itle|[Hh]eadline|[Tt]ext)\s+to\s*:?\s+(?=\p{Lu})/u,
  /\b(?:[Ww]rite|says?|reads?|saying|reading)\s+(?=\p{Lu})/u,
  regexp('u')`
    \b(?:[Aa]dd|[Pp]ut|[Ii]nsert|[Ww]rite|[Ss]how|[Cc]reate|[Ww]ith|[Tt]itle)\b
    (?:(?:\s+(?:a|an|another|big|small))*|(?:\s+(?:the|my|a|an|big|small))*\s+${THING}):?\s+(?=\p{Lu})
  `,
  regexp('u')`
    \b(?:[Cc]hange|[Ss]et|[Uu]pdate|[Ee]dit|[Rr]ename|[Rr]eplace)\b[^.!?\n"“\ue000]*\b${THING}\b
    [^.!?\n"“\ue000]*?\b(?:to|with|into)\s+(?=\p{Lu})
  `,
];

/** Matches the end of a text without quotation marks: a position, a time, a colour, or the next instruction. */
const ending = new RegExp(
  String.raw`\s*,?\s+(?=(?:${[
    pattern`
      (?:at|on|in|into|to|near|along)\s+(?:the\s+)?(?:very\s+)?
      (?:
        top|bottom|left|right|cent(?:er|re)|middle|upper|lower|beginning|start|end|last|first|screen|corner|final
        |opening
      )\b
    `,
    pattern`
      (?:at|from|after|for|until|between)\s+(?:the\s+)?(?:about\s+)?(?:second\s+)?
      (?:\d|half|one|two|three|four|five|six|ten|a\s+(?:few|couple|second))
    `,
    String.raw`in\s+(?:${COLOUR}|big|large|huge|small|tiny|bold|italics?|capital|all\s+caps|white|black)`,
    String.raw`(?:over|during|on)\s+the\s+`,
    String.raw`(?:and|then|,)\s+(?:then\s+|also\s+)?${VERB}\b`,
    String.raw`(?:please|pls|thanks|thank you|for me)\s*$`,
    String.raw`as\s+(?:the|a|an)\s+`,
  ].join('|')}))|\s*,\s+(?=${VERB}\b)|[.!?]?\s*(?:\n|$)|\.(?=\s)|(?<=[!?])\s+(?=\p{Lu})`,
  'iu',
);

/**
 * Adds quotation marks around a text that a message states without them.
 * Example: `a title saying Happy Birthday at the top`. The text ends at a position, a time, a colour, the next
 * instruction or the end of the sentence.
 */
export function quoteTexts(message: string, texts: readonly string[] = []): string {
  return message
    .split(/(?<=\n)/)
    .map((line) =>
      /["“”„«\ue000]/.test(line) ? line : (lowerThird(line) ?? replaced(line, texts) ?? quotedLine(line)),
    )
    .join('');
}

/** Matches an instruction that adds a lower third, with its name and role. */
const asLowerThird = say`
  (?<what>.*\blower[ -]?thirds?\b(?:[^:\n]|(?<=\d):(?=\d))*?)(?::(?!\d)|\b(?:saying|with|reading)\b)\s*
  (?:the\s+name\s+)?(?<name>\p{Lu}[^,\n:|/–]*?)(?:\s*(?:,|\||\/|–|\s-\s)\s*(?<role>[^,\n]+?))?\s*
`;

/**
 * Adds quotation marks to the name and the role in an instruction such as "Lower third from 5 to 9 seconds: Ann Lee,
 * Director".
 * Returns `null` when the line is not such an instruction.
 */
function lowerThird(line: string): string | null {
  const match = asLowerThird.exec(line);
  const { what = '', name = '', role } = match?.groups ?? {};
  if (name === '' || !/^\p{Lu}/u.test(name)) return null;
  const when = /^(.*?)\s+((?:at|from|between|for)\s+\d.*)$/i.exec(role ?? name);
  const [title, below] = role === undefined ? [when?.[1] ?? name, undefined] : [name, when?.[1] ?? role];
  return `${what} "${title.trim()}"${below === undefined ? '' : ` "${below.trim()}"`} ${when?.[2] ?? ''}\n`;
}

/** Matches an instruction that replaces one text by another. */
const asReplacement = say`
  (?<verb>.*?\b(?:change|chagne|replace|swap|rename|correct|fix)\s+(?:the\s+)?(?:(?:words?|text|title|caption)\s+)?)
  (?<from>[^\n]+?)\s+(?<how>to|with|into|by)\s+(?<to>[^\n]+?)(?<end>\s*(?:,?\s*please)?[.!]?\s*)
`;

/** Matches an instruction that says what a text should say. */
const asCorrection = say`
  (?<verb>(?:.*[,:]\s*)?)(?<from>[^\n,:]+?)\s+(?<how>should\s+(?:be|say|read))\s+(?<to>[^\n]+?)
  (?<end>\s*(?:,?\s*please)?[.!]?\s*)
`;

/**
 * Adds quotation marks to both texts in an instruction such as "Change 10 to 12 reps".
 * The text to replace must occur in a text of the project. Returns `null` when the line is not such an instruction.
 */
function replaced(line: string, texts: readonly string[]): string | null {
  const order =
    asReplacement.exec(line)?.groups ??
    /^(?<verb>)(?<from>[^\n]+?)\s+(?<how>->|=>|→)\s+(?<to>[^\n]+?)(?<end>\s*)$/u.exec(line)?.groups ??
    asCorrection.exec(line)?.groups;
  const { verb = '', from: said = '', how = '', to: wanted = '', end = '' } = order ?? {};
  const plain = said.toLowerCase();
  const spaced = (text: string) => ` ${text.toLowerCase().replaceAll(/[\s.,!?]/g, ' ')} `;
  const having = texts.find((text) => spaced(text).includes(spaced(said)));
  if (said.length < 2 || having === undefined) return null;
  const from = having.substring(having.toLowerCase().indexOf(plain)).slice(0, said.length);
  // Copy the capital letter of the existing text, because the user wrote both words in lower case.
  const to = from !== said && /^\p{Lu}/u.test(from) ? wanted.charAt(0).toUpperCase() + wanted.slice(1) : wanted;
  if (/\b(?:and|then)\b/i.test(to) || notTexts.test(to) || /^(?:the|in|at|on|bigger|smaller)\b/i.test(to)) return null;
  const isArrow = /[>→]/.test(how);
  return `${isArrow ? 'change ' : verb.replace(/chagne/i, 'change')}"${from}" ${isArrow ? 'to' : how} "${to}"${end}`;
}

function quotedLine(line: string): string {
  for (const beginning of beginnings) {
    const match = beginning.exec(line);
    if (match === null || /\bfont\b/i.test(match[0])) continue;
    const from = match.index + match[0].length;
    const rest = line.slice(from);
    const end = ending.exec(rest)?.index ?? rest.length;
    const content = rest.slice(0, end).trim();
    if (content === '' || (notTexts.test(content) && !/^(?:A|An|The|It|This)\s+\p{L}/u.test(content))) continue;
    return `${line.slice(0, from)}"${content}"${rest.slice(end)}`;
  }
  return line;
}

/** Matches words after "the title to" that are not the content of a text. */
const notTexts = re`
  ^(?:
    (?:be|the|a|an|it|this|that)\b.*|(?:${COLOUR})|tik\s?tok|instagram|youtube|reels?|shorts|bold|italic
    |.*\ue000.*
  )$
`;

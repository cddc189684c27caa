import { COLOUR } from './colours.ts';

const THING =
  '(?:titles?|texts?|captions?|headlines?|headings?|subtitles?|lower[ -]thirds?|words?|messages?|slogans?|labels?|cards?|banners?|lines?)';
const SAYING =
  '(?:saying|that (?:just )?(?:says|reads)|which (?:says|reads)|reading|says|say|with the (?:text|words?)|titled|called|to say|to read)';
const VERB =
  '(?:make|put|add|mute|remove|delete|cut|trim|fade|speed|slow|turn|set|move|change|crop|zoom|apply|give|lower|raise|drop|blur|keep|start|use|also|then|finally|have|show)';

/** Where a text without quotes begins. */
const beginnings = [
  new RegExp(String.raw`\b${THING}\b[^.!?\n"“\ue000]*?\b${SAYING}\s*:?\s+`, 'iu'),
  /\b(?:[Ww]rite|says?|reads?|saying|reading)\s+(?=\p{Lu})/u,
  new RegExp(
    String.raw`\b(?:[Aa]dd|[Pp]ut|[Ii]nsert|[Ww]rite|[Ss]how|[Cc]reate|[Ww]ith|[Tt]itle)\b(?:\s+(?:a|an|the|my|another|big|small))*\s*(?:${THING})?:?\s+(?=\p{Lu})`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:[Cc]hange|[Ss]et|[Uu]pdate|[Ee]dit|[Rr]ename|[Rr]eplace)\b[^.!?\n"“\ue000]*\b${THING}\b[^.!?\n"“\ue000]*?\b(?:to|with|into)\s+(?=\p{Lu})`,
    'u',
  ),
];

/** Where one ends: at a place, a time, a colour, or the next order. */
const ending = new RegExp(
  String.raw`\s*,?\s+(?=(?:${[
    String.raw`(?:at|on|in|into|to|near|along)\s+(?:the\s+)?(?:very\s+)?(?:top|bottom|left|right|cent(?:er|re)|middle|upper|lower|beginning|start|end|last|first|screen|corner|final|opening)\b`,
    String.raw`(?:at|from|after|for|until|between)\s+(?:the\s+)?(?:about\s+)?(?:second\s+)?(?:\d|half|one|two|three|four|five|six|ten|a\s+(?:few|couple|second))`,
    String.raw`in\s+(?:${COLOUR}|big|large|huge|small|tiny|bold|italics?|capital|all\s+caps|white|black)`,
    String.raw`(?:over|during|on)\s+the\s+`,
    String.raw`(?:and|then|,)\s+(?:then\s+|also\s+)?${VERB}\b`,
    String.raw`(?:please|pls|thanks|thank you|for me)\s*$`,
    String.raw`as\s+(?:the|a|an)\s+`,
  ].join('|')}))|\s*,\s+(?=${VERB}\b)|[.!?]?\s*(?:\n|$)|\.(?=\s)|(?<=[!?])\s+(?=\p{Lu})`,
  'iu',
);

/**
 * Puts quotes around a text that somebody names without them: `a title saying Happy Birthday at the top`. It ends at a place, a
 * time, a colour, the next order or the end of the sentence.
 */
export function quoteTexts(message: string): string {
  return message
    .split(/(?<=\n)/)
    .map((line) => (/["“”„«\ue000]/.test(line) ? line : quotedLine(line)))
    .join('');
}

function quotedLine(line: string): string {
  for (const beginning of beginnings) {
    const match = beginning.exec(line);
    if (match === null || /\bfont\b/i.test(match[0])) continue;
    const from = match.index + match[0].length;
    const rest = line.slice(from);
    const end = ending.exec(rest)?.index ?? rest.length;
    const content = rest.slice(0, end).trim();
    if (content === '' || notTexts.test(content)) continue;
    return `${line.slice(0, from)}"${content}"${rest.slice(end)}`;
  }
  return line;
}

/** What follows "the title to" and is no text. */
const notTexts = new RegExp(
  String.raw`^(?:(?:be|the|a|an|it|this|that)\b.*|(?:${COLOUR})|tik\s?tok|instagram|youtube|reels?|shorts|bold|italic|.*\ue000.*)$`,
  'iu',
);

import { QUOTED } from './words.ts';

/** Words that begin an instruction. */
const verbs =
  'add|put|insert|show|create|write|place|remove|delete|drop|erase|get|cut|trim|shorten|split|move|shift|start|make|turn|set|change|speed|slow|play|reverse|freeze|loop|duplicate|copy|swap|apply|give|use|blur|sharpen|pixelate|fade|zoom|pan|rotate|scale|resize|flip|mirror|mute|silence|duck|lower|raise|reduce|increase|normalize|normalise|rename|call|name|replace|close|animate|crop|convert|slowly|let|limit|ken|lower-third|reformat|switch';

const joints = [
  /[.;!\n]+(?=\s|$)/u,
  /,?\s+(?:and\s+)?(?:then|after that|also|finally|next)\s+/iu,
  new RegExp(`,\\s*(?:and\\s+)?(?=(?:please\\s+)?(?:${verbs})\\b)`, 'iu'),
  new RegExp(`\\s+and\\s+(?=(?:please\\s+)?(?:${verbs})\\b(?!\\s+out\\b))`, 'iu'),
];

/** What is said for politeness only. */
const courtesy =
  /^(?:please|can you|could you|would you|i(?:'d| would) like (?:you )?to|i want (?:you )?to|let's|now|and|then|also|first|hey|hi|ok(?:ay)?)[\s,]+/iu;

// Characters of Unicode's private area: nobody writes them.
const OPEN = '\ue000';
const CLOSE = '\ue001';
const putAside = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'gu');

/** The instructions of a message, one after the other. What stands in quotes is never taken apart. */
export function splitInstructions(message: string): string[] {
  const quotes: string[] = [];
  // Quotes are put aside, so that nothing in them joins or begins an instruction.
  const bare = message
    .replaceAll(/[\ue000\ue001]/gu, '')
    .replaceAll(new RegExp(QUOTED, 'gu'), (quote) => `${OPEN}${quotes.push(quote) - 1}${CLOSE}`);
  let parts = [bare];
  for (const joint of joints) parts = parts.flatMap((part) => part.split(joint));
  return parts.flatMap((part) => {
    const whole = part.replaceAll(putAside, (_, index) => quotes[Number(index)] ?? '');
    let text = whole.trim();
    while (courtesy.test(text)) text = text.replace(courtesy, '');
    return /[\p{L}\p{N}]/u.test(text) ? [text] : [];
  });
}

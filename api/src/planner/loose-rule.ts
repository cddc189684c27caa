import type { Rule, RuleResult, Scene } from './rule.ts';
import { pattern } from './words.ts';

/** Definition of a rule that reads its words in any order. */
export interface LooseRule {
  name: string;
  /** Sentences that the rule understands. Each one is a test. */
  examples: string[];
  /**
   * Patterns that must all occur in the instruction. Their matches are removed from the text. Named groups are passed
   * to `plan`.
   */
  cues: RegExp[];
  /** Optional patterns. Their matches are removed from the text, too. Named groups are passed to `plan`. */
  extras?: RegExp[];
  /** Filler words that this rule ignores, as alternatives of a regular expression. */
  around: string;
  /**
   * Plans the commands.
   * `parts` contains the named groups. `who` is the remaining text in its original order, which must name clips; it is
   * empty when no words remain.
   */
  plan(parts: Record<string, string | undefined>, who: string, scene: Scene, instruction: string): RuleResult | null;
}

/** Filler words that are ignored in every instruction, as alternatives of a regular expression. */
const EVERYWHERE = pattern`
  i|we|you|want|wants|need|needs|like|would|could|should|must|can|to|be|is|are|so|so that|get|gets|have|has|make
  |makes|do|does|go|goes|please|set|put|give|change|turn|apply|add|use|using|let|see|bit|little|way|too|much|more
  |also|now|there|and then|a|an|some|becomes?|being|look|looks|going|gets?
`;

/**
 * Builds a rule that reads an instruction in any word order.
 * Matches of cues, extras and filler words are removed wherever they occur, and the remaining text must name clips.
 * Like every rule, it plans nothing unless it understands every word.
 */
export function loosely({ name, examples, cues, extras = [], around, plan }: LooseRule): Rule {
  const neutral = new RegExp(String.raw`(?<![\p{L}\p{N}'-])(?:${EVERYWHERE}|${around})(?![\p{L}\p{N}'-])`, 'giu');
  return {
    name,
    examples,
    patterns: [/^.+$/u],
    plan(_parts, scene, instruction) {
      const parts: Record<string, string | undefined> = {};
      const places: number[] = [];
      let rest = instruction;
      for (const [index, pattern] of [...cues, ...extras].entries()) {
        const match = pattern.exec(rest);
        if (match === null && index < cues.length) return null;
        if (match === null) continue;
        Object.assign(
          parts,
          Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined)),
        );
        places.push(match.index);
        // Replace with blanks of the same length, so that positions in the instruction stay valid.
        rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length);
      }
      const left = rest.replaceAll(neutral, (word) => ' '.repeat(word.length));
      if (isOfSeveral(instruction, left, places)) return null;
      const who = left
        .replaceAll(/[!?;]|:(?=\s|$)|(?<![\p{L}\p{N}])[-'](?![\p{L}\p{N}])/gu, ' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/(?:(?:^|\s)(?:the|of|on|in|at|for|with|my|,|and)|,)+(?=\s*$)/giu, '')
        .replaceAll(/^[\s,]*(?:(?:and|of|on|in|at|for|with|from)\s+)*|[\s,]+$/giu, '');
      // Only an ordinal remains, without a noun: it is not clear which clips it counts.
      if (/^(?:the\s+)?(?:first|last|final|initial)?[\d\s]*$/i.test(who) && who !== '') return null;
      return plan(parts, who, scene, instruction);
    },
  };
}

/**
 * Whether a text contains several instructions.
 * This is the case when two of its parts, separated by commas or "and", each have a cue or a value and each name
 * something. Example: "Narration louder, music at 25%" is two requests.
 */
function isOfSeveral(instruction: string, left: string, places: number[]): boolean {
  let from = 0;
  let [saying, naming] = [0, 0];
  for (const piece of instruction.split(/(?=,|\band\b|&)/i)) {
    const to = from + piece.length;
    if (places.some((place) => place >= from && place < to)) saying += 1;
    if (/\p{L}/u.test(left.slice(from, to).replaceAll(/\b(?:and|the|my|of|on|in|at|for|with|it|them)\b/giu, '')))
      naming += 1;
    from = to;
  }
  return saying > 1 && naming > 1;
}

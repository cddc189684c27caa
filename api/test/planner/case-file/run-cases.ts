import type { MeasureText } from '../../../src/fonts/text-sizes.ts';
import { planByRules } from '../../../src/planner/plan-by-rules.ts';
import { buildProject } from './build-project.ts';
import type { FileCase } from './case-file.ts';
import { type Judgement, judgeCase, type Verdict } from './judge-case.ts';

/** Test case with the planned operations and the verdict on them. */
export interface CaseResult extends Judgement {
  message: string;
  ops: string[];
  unresolved: { instruction: string; reason: string }[];
}

/** Plans the message of every case on its project, and judges the results. */
export function runCases(cases: FileCase[], measureText: MeasureText): CaseResult[] {
  return cases.map((one) => {
    const built = buildProject(one.project);
    const { context, mediaName } = built;
    const { document, commands, unresolved } = planByRules(one.message, built.document, context, {
      mediaName,
      measureText,
    });
    const outcome = { document, unresolved: unresolved.map(({ instruction }) => instruction) };
    const judgement = judgeCase(one, built, outcome, { media: context.media, measureText });
    return { message: one.message, ops: commands.map(({ op }) => op), unresolved, ...judgement };
  });
}

/** Counts the cases with each verdict. */
export function countVerdicts(results: CaseResult[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { right: 0, wrong: 0, refused: 0, harmful: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

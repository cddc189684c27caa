import type { FurtherWish } from '../admission/further-outputs.ts';
import { filmFor, profileOf } from '../admission/output-wish.ts';
import type { PreparedRender } from '../admission/prepare-render.ts';
import type { Plan } from '../plans/index.ts';

/**
 * Prepares the output files of a render for which frames are rendered, the render's own first. Text files are left
 * out, because they are written from the document alone. Throws the errors of `profileOf`, as admission does.
 */
export function renderFiles(own: PreparedRender, plan: Plan, further: readonly FurtherWish[] = []): PreparedRender[] {
  const others = further.flatMap((wish) => {
    if (!('quality' in wish)) return [];
    const document = filmFor(own.project, own.media, wish);
    const { profile, totalFrames } = profileOf(document, own.media, plan, wish);
    return [{ ...own, document, profile, totalFrames }];
  });
  return [own, ...others];
}

import type { RenderChild } from '@framemill/compositor/child';
import { documentFonts, openTextEngine } from '@framemill/compositor/fonts';
import { compositionPage } from '@framemill/compositor/page';
import { filmForAspect } from '@framemill/compositor/plan';
import { FramemillError } from '@framemill/timeline/errors';
import { allClips } from '@framemill/timeline/rendering';
import { defaultSource } from '@framemill/timeline/variables';
import type { PreviewOptions } from '../options.ts';
import { checkFile } from '../project/check-project.ts';
import { defaultFacts } from '../project/find-sources.ts';
import { readMediaOptions } from '../project/media-options.ts';
import { probeWith } from '../project/probe-with.ts';
import { readProject } from '../project/read-project.ts';

/** Result of loading a project file for a preview: the HTML page, or the errors in the file. */
export interface LoadedFilm {
  /** HTML of the page; null when the file has errors. */
  html: string | null;
  /** Paths of media files, by the URL path that the page uses for them. */
  files: ReadonlyMap<string, string>;
  /** Errors in the project file, one line each, `file:line:column: error: ...`. Empty when there are none. */
  errors: readonly string[];
}

/**
 * Reads, checks and lays out a project file. The process `child` probes the file's sources. Errors in the file are
 * returned; all other errors are thrown.
 */
export async function loadFilm(
  options: Pick<PreviewOptions, 'projectPath' | 'variables' | 'aspect' | 'media' | 'mediaMap'>,
  workplace: { child: RenderChild; scratch: string },
): Promise<LoadedFilm> {
  try {
    return await load(options, workplace);
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    return { html: null, files: new Map(), errors: [error.message] };
  }
}

async function load(
  options: Parameters<typeof loadFilm>[0],
  workplace: Parameters<typeof loadFilm>[1],
): Promise<LoadedFilm> {
  const file = await readProject(options.projectPath);
  const finder = {
    mediaRoot: file.mediaRoot,
    files: await readMediaOptions(options),
    probe: probeWith([workplace.child], 'ends'),
  };
  const { document, media, findings } = await checkFile(file, finder, workplace, options.variables);
  const errors = findings
    .filter(({ kind }) => kind === 'error')
    .map(({ field, message }) => `${file.placeOf(field)}: error: ${message}`);
  if (document === null || errors.length > 0) return { html: null, files: new Map(), errors };
  const files = new Map<string, string>();
  const addressOf = new Map<string, string>();
  for (const [index, [src, { path }]] of Object.entries(media).entries()) {
    const url = `/media/${index}`;
    files.set(url, path);
    addressOf.set(src, url);
  }
  const { html } = await compositionPage({
    document: filmForAspect(document, options.aspect, defaultFacts(media)),
    engine: await openTextEngine(),
    fonts: documentFonts(allClips(document), media),
    media: (src) => {
      // A variable without a value shows its default.
      const source = defaultSource(src);
      const found = media[source];
      return found ? { facts: found.facts, url: addressOf.get(source) ?? '' } : null;
    },
  });
  return { html, files, errors };
}

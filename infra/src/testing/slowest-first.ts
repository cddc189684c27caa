import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Packages in the order of their tests: the last ones are short, so that no worker is left alone with a long one. */
export const packages = ['timeline', 'compositor', 'farm', 'infra', 'scheduler', 'api', 'studio', 'benchmarks'];

/** Files that take 15 s and more, in the order in which they begin within their package. */
export const slowest = [
  'timeline/test/programs-of-all-commands.test.ts',
  'compositor/test/page/page-images.test.ts',
  'compositor/test/html-clips.test.ts',
  'compositor/test/audio/long-mix.test.ts',
  'compositor/test/cli/render-command.test.ts',
  'compositor/test/media/video-kinds.test.ts',
  'compositor/test/frame-exactness.test.ts',
  'farm/test/stack.test.ts',
  'farm/test/doctor.test.ts',
  'farm/test/html.test.ts',
  'farm/test/node.test.ts',
  'infra/test/stack/real-media.test.ts',
  'infra/test/stack/first-film.test.ts',
  'infra/bootstrap/start/lifecycle.test.ts',
  'infra/test/stack/ingest.test.ts',
  'infra/src/embedded/embedded.test.ts',
  'scheduler/test/renders.test.ts',
  'scheduler/test/recovery.test.ts',
  'scheduler/test/speculative.test.ts',
  'api/test/developer.test.ts',
  'api/test/fuzz.test.ts',
  'api/test/webhooks.test.ts',
  'studio/test/editor-commands.test.ts',
  'studio/test/pages.test.ts',
  'studio/test/editor-together.test.ts',
  'studio/test/accessibility.test.ts',
  'studio/test/hostile-texts.test.ts',
];

/**
 * Runs packages one after the other, because a worker is used again only for files of its package, and in each the slowest files first.
 * Without it files run by size, and the last one may be alone for half a minute.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => packageOf(a) - packageOf(b) || slownessOf(a) - slownessOf(b));
  }
}

function packageOf({ project }: TestSpecification): number {
  return packages.indexOf(project.name);
}

function slownessOf({ moduleId }: TestSpecification): number {
  const place = slowest.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? slowest.length : place;
}

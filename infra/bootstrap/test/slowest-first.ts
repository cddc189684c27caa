import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Names of the packages in the order in which their tests run. The last packages have short tests, so that at the end
 * no worker is busy with a long test file while the others are idle.
 */
export const packages = ['timeline', 'compositor', 'cli', 'farm', 'infra', 'scheduler', 'api', 'studio', 'benchmarks'];

/**
 * Slowest test files of `npm test`, measured with `npm run test:times`, in the order in which they start within their
 * package.
 */
export const slowest = [
  'compositor/test/audio/long-mix.test.ts',
  'compositor/test/html-clips.test.ts',
  'compositor/test/page-attacks.test.ts',
  'compositor/test/gpu/renderer.test.ts',
  'compositor/test/page/page-images.test.ts',
  'compositor/test/media/video-kinds.test.ts',
  'compositor/test/frame-exactness.test.ts',
  'cli/test/render-command.test.ts',
  'cli/test/report-command.test.ts',
  'farm/test/stack.test.ts',
  'farm/test/main.test.ts',
  'farm/test/doctor.test.ts',
  'farm/test/html.test.ts',
  'farm/test/gpu.test.ts',
  'farm/test/outputs.test.ts',
  'farm/test/node.test.ts',
  'infra/test/deploy/backup.test.ts',
  'infra/test/stack/first-film.test.ts',
  'infra/test/stack/real-media.test.ts',
  'infra/test/deploy/roles/roles.test.ts',
  'infra/bootstrap/start/lifecycle.test.ts',
  'infra/test/stack/ingest.test.ts',
  'infra/src/embedded/embedded.test.ts',
  'scheduler/test/batches.test.ts',
  'scheduler/test/recovery.test.ts',
  'scheduler/test/renders.test.ts',
  'scheduler/test/speculative.test.ts',
  'api/test/killed-charges.test.ts',
  'api/test/fetched-render.test.ts',
  'api/test/telegram/faults.test.ts',
  'api/test/crowding.test.ts',
  'api/test/heavy-calls.test.ts',
  'api/test/remote-commands.test.ts',
  'api/test/admin.test.ts',
  'api/test/oauth-app.test.ts',
  'api/test/two-processes.test.ts',
  'api/test/developer.test.ts',
  'api/test/fuzz.test.ts',
  'api/test/telegram/bot.test.ts',
  'api/test/webhooks.test.ts',
  'studio/test/editor-together.test.ts',
  'studio/test/pages.test.ts',
  'studio/test/editor-timeline.test.ts',
  'studio/test/editor-commands.test.ts',
  'studio/test/editor-media.test.ts',
  'studio/test/dialogs.test.ts',
  'studio/test/accessibility.test.ts',
  'studio/test/render-form.test.ts',
];

/**
 * Test sequencer that runs packages one after the other, and within each package the slowest files first. A vitest
 * worker is reused only for files of the same package. Without this sequencer, vitest orders files by size, and the
 * last file may run alone for half a minute.
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

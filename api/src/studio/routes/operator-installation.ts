import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

const FilesSchema = Type.Object({ count: Type.Integer(), bytes: Type.Number() });

/** Route `GET /api/studio/operators/installation`: returns the installation's providers and storage. Admins only. */
export const operatorInstallation = defineConsoleRoute({
  name: 'operator-installation',
  method: 'GET',
  path: '/api/studio/operators/installation',
  access: 'admin',
  summary: 'What this installation is made of: its providers, what is stored, where its figures are',
  status: 200,
  answer: Type.Object({
    providers: Type.Array(
      Type.Object({
        kind: Type.String(),
        names: Type.Array(Type.String(), { description: 'Configured ones, in the order in which they are asked.' }),
      }),
    ),
    storage: Type.Object({ media: FilesSchema, films: FilesSchema, segments: FilesSchema }),
    grafanaUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Where the figures of the metrics are; null: GRAFANA_URL is not set.',
    }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }],
  async handle(_call, { providers, database: { client }, grafanaUrl = null }) {
    const [media, films, segments] = await Promise.all([
      client.media.aggregate({ _count: true, _sum: { sizeBytes: true } }),
      client.render.aggregate({
        where: { status: 'COMPLETED' },
        _count: true,
        _sum: { fileSizeBytes: true },
      }),
      client.artifact.aggregate({ _count: true, _sum: { sizeBytes: true } }),
    ]);
    return {
      providers: Object.entries(providers).map(([kind, configured]) => {
        return { kind, names: configured.map(({ adapter }) => adapter.name) };
      }),
      storage: {
        media: { count: media._count, bytes: Number(media._sum.sizeBytes ?? 0) },
        films: { count: films._count, bytes: Number(films._sum.fileSizeBytes ?? 0) },
        segments: { count: segments._count, bytes: Number(segments._sum.sizeBytes ?? 0) },
      },
      grafanaUrl,
    };
  },
});

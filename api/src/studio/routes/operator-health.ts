import { type BackupRun, version } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { readHealth } from '../../health/read-health.ts';
import { readRunbook } from '../../health/runbook.ts';
import { defineRoute } from '../../routing/define-route.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** Schema of a process and its machine. */
export const ProcessSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['api', 'scheduler', 'node']),
  host: Type.String(),
  pid: Type.Integer(),
  nodeId: nullableText('null: it is no node.'),
  version: Type.String(),
  leads: Type.Boolean({ description: 'Whether it is the leading scheduler.' }),
  ageSec: Type.Number({ description: 'Time since its last report.' }),
  isSilent: Type.Boolean({ description: 'Whether it should have reported since.' }),
  uptimeSec: nullableNumber('null: a node of a release that does not report.'),
  cores: nullableNumber('Processors of the machine.'),
  cpuRatio: nullableNumber('Used share of all processors, 0-1.'),
  memoryBytes: Type.Number(),
  freeMemoryBytes: nullableNumber('Memory that programs can still use.'),
  disks: Type.Array(Type.Object({ name: Type.String(), freeBytes: Type.Number() })),
});

const BackupSchema = Type.Object({
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.String({ format: 'date-time' }),
  sizeBytes: nullableNumber('null: it failed.'),
  error: nullableText('Why it failed.'),
});

/** Route `GET /api/studio/operators/health`: the state of the installation and its problems. Admins only. */
export const operatorHealth = defineRoute({
  name: 'operator-health',
  method: 'GET',
  path: '/api/studio/operators/health',
  access: 'admin',
  summary: 'The processes, the services that they use, what waits, the last backup and sweep, and what is wrong',
  status: 200,
  answer: Type.Object({
    version: Type.String({ description: 'Of the API that answers.' }),
    problems: Type.Array(
      Type.Object({
        alert: nullableText('The alert of docs/runbook.md with the same cause; null: there is none.'),
        severity: Type.Enum(['page', 'ticket']),
        text: Type.String(),
        todo: nullableText('What to do, from docs/runbook.md; null: this installation does not have the file.'),
      }),
    ),
    processes: Type.Array(ProcessSchema),
    services: Type.Array(
      Type.Object({
        name: Type.Enum(['postgresql', 'redis', 'objects']),
        isReachable: Type.Boolean(),
        latencyMs: Type.Number({ description: 'Of an empty call from this process.' }),
        version: nullableText('null: unknown.'),
        bytes: nullableNumber('What it stores; Redis: the memory that it uses.'),
        limitBytes: nullableNumber('Memory that it may use; null: none is known.'),
        error: nullableText('Why it does not respond.'),
      }),
    ),
    farm: Type.Union([
      Type.Object({ nodes: Type.Integer(), slots: Type.Integer(), servingSlots: Type.Integer() }),
      Type.Null(),
    ]),
    waiting: Type.Union(
      [
        Type.Array(Type.Object({ waitsFor: Type.String(), count: Type.Integer(), oldestSec: Type.Number() })),
        Type.Null(),
      ],
      { description: 'Renders that wait, by reason.' },
    ),
    oldest: Type.Union([
      Type.Object({ id: Type.String(), createdAt: Type.String(), waitsFor: Type.String() }),
      Type.Null(),
    ]),
    backup: Type.Union([
      Type.Object({
        last: Type.Union([BackupSchema, Type.Null()]),
        lastGood: Type.Union([BackupSchema, Type.Null()]),
      }),
      Type.Null(),
    ]),
    sweep: Type.Union([
      Type.Object({
        endedAt: nullableText('Since when every part has succeeded; null: a part never has.'),
        parts: Type.Integer(),
      }),
      Type.Null(),
    ]),
  }),
  errors: ['not_found', 'unavailable'],
  examples: [{ title: 'All' }],
  async handle(_call, deps) {
    const [health, runbook] = await Promise.all([readHealth(deps), readRunbook()]);
    const { problems, backup, ...rest } = health;
    return {
      ...{ version, ...rest },
      backup: backup && { last: answerOf(backup.last), lastGood: answerOf(backup.lastGood) },
      problems: problems.map((one) => ({ ...one, todo: one.todo ?? runbook.get(one.alert ?? '') ?? null })),
    };
  },
});

function answerOf(run: BackupRun | null) {
  return run && { ...run, startedAt: run.startedAt.toISOString(), endedAt: run.endedAt.toISOString() };
}

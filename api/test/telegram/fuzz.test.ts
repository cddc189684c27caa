import { forSuite } from '@framemill/testing/for-suite';
import { expect, it } from 'vitest';
import { createRandom, mutate } from '../random-values.ts';
import { fileOf, openBotWorld } from './bot-world.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_801);

const world = forSuite(() => openBotWorld({ providers: {} }));

for (const { updates, tags } of [
  { updates: 150, tags: [] },
  { updates: 600, tags: 'full' },
])
  it(
    `${updates} updates that are spoilt at random are taken and passed over, and every message in them is answered`,
    {
      tags,
    },
    () => expectTaken(updates),
  );

async function expectTaken(updates: number): Promise<void> {
  const random = createRandom(SEED);
  const { client } = world.api.deps.database;
  for (let index = 0; index < updates; index += 1) {
    const user = 1 + random.below(5);
    const update = {
      // Of each run its own: an update that comes again is passed over.
      update_id: updates * 1_000 + index,
      message: {
        message_id: index,
        date: 1,
        from: { id: user, is_bot: false, first_name: 'Ann\0\ud800', username: 'ann' },
        chat: { id: user, type: 'private' },
        ...random.pick([
          {
            text: random.pick([
              '/help',
              '/new',
              '/start x',
              '/render',
              '',
              '\0',
              '\ud800',
              '/__proto__',
              '/constructor',
            ]),
          },
          { photo: [fileOf('none')], caption: random.pick(['', 'Hi', '\0']) },
          { document: fileOf('none', '../../etc/passwd\0'), media_group_id: '1' },
          { voice: fileOf('none') },
        ]),
      },
    };
    const body = random.chance(0.3) ? update : mutate(update, random);
    const { status, body: answer } = await world.update(body);
    // Whatever is refused would be sent again and again.
    expect([status, answer]).toEqual([200, { ok: true }]);
  }
  await world.answered();
  const rows = await client.telegramUpdate.findMany({ select: { status: true, error: true, failures: true } });
  expect(rows.length).toBeGreaterThan(updates / 4);
  expect(rows.filter(({ status, failures }) => status !== 'DONE' || failures > 0)).toEqual([]);
}

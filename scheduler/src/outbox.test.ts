import { expect, expectTypeOf, it } from 'vitest';
import type { NewEvent, OutboxKind } from './outbox.ts';

it('takes no event of a misspelt kind, and none with another record', () => {
  expectTypeOf<'render.complete'>().not.toExtend<OutboxKind>();
  expectTypeOf<NewEvent<'app.suspended'>['payload']>().not.toExtend<NewEvent<'credits.low'>['payload']>();
  const event: NewEvent<'credits.low'> = {
    ...{ type: 'credits.low', accountId: 'a' },
    // @ts-expect-error: the record of an app
    payload: { id: 'app_1', name: 'App', status: 'suspended' },
  };
  expect(event.type).toBe('credits.low');
});

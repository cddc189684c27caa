import type { Database } from '@framemill/infra';
import type { Plan } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { hashPassword } from '../auth/password.ts';
import { grantMonthlyCredits } from '../credits/monthly-credits.ts';
import { newId } from '../ids.ts';

/** A new account. `email` is in its normal form; without a password nobody can sign in. */
export interface NewAccount {
  email: string;
  name: string;
  plan: Plan;
  password: string | null;
}

/** Creates an account with the first month's credits. Throws `invalid_request` that names `field` when the address is taken. */
export async function createAccount(
  { client }: Database,
  { email, name, plan, password }: NewAccount,
  field = 'email',
) {
  const passwordHash = password === null ? null : await hashPassword(password);
  return client.$transaction(async (tx) => {
    // The table's unique address decides, not a look beforehand: two sign-ups may come at once.
    const [account] = await tx.account.createManyAndReturn({
      data: [{ id: newId('acc'), email, name, plan: plan.id, passwordHash }],
      skipDuplicates: true,
    });
    if (!account) {
      const message = `An account with the address ${email} exists already.`;
      throw new FramemillError('invalid_request', message, { field });
    }
    await grantMonthlyCredits(tx, account, account.createdAt);
    return account;
  });
}

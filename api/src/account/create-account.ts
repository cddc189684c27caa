import type { Database } from '@framemill/infra';
import type { Plan, Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { grantMonthlyCredits } from '../credits/monthly-credits.ts';
import { newId } from '../ids.ts';
import { hashPassword } from './password.ts';

/** A new account. `email` is in its normal form; without a password nobody can sign in. */
export interface NewAccount {
  email: string;
  name: string;
  plan: Plan;
  password: string | null;
}

/** The address is that of another account. */
export class AddressTaken extends FramemillError {
  constructor(email: string) {
    super('invalid_request', `An account with the address ${email} exists already.`, { field: 'email' });
  }
}

/** Creates an account with the first month's credits. Throws `AddressTaken`, after as much time as a creation takes. */
export async function createAccount(
  { database: { client }, plans }: { database: Database; plans: Plans },
  { email, name, plan, password }: NewAccount,
) {
  const passwordHash = password === null ? null : await hashPassword(password);
  return client.$transaction(async (tx) => {
    // The table's unique address decides, not a look beforehand: two sign-ups may come at once.
    const [account] = await tx.account.createManyAndReturn({
      data: [{ id: newId('acc'), email, name, plan: plan.id, passwordHash }],
      skipDuplicates: true,
    });
    if (!account) throw new AddressTaken(email);
    await grantMonthlyCredits(tx, plans, account, account.createdAt);
    return account;
  });
}

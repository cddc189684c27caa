import type { Database, Prisma } from '@framemill/infra';
import type { Plan, Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { grantMonthlyCredits } from '../credits/monthly-credits.ts';
import { newId } from '../ids.ts';
import { hashPassword } from './credentials.ts';

/** Values of an account to create. `email` must already be normalised. An account without a password cannot sign in. */
export interface NewAccount {
  email: string;
  name: string;
  plan: Plan;
  password: string | null;
  /** `user` when absent. */
  role?: 'admin' | 'user';
  /** Further writes in the transaction that creates the account. */
  along?(tx: Prisma.TransactionClient, accountId: string): Promise<void>;
}

/** Error for an email address that another account already uses. */
export class AddressTaken extends FramemillError {
  constructor(email: string) {
    super('invalid_request', `An account with the address ${email} exists already. Use another address.`, {
      field: 'email',
    });
  }
}

/**
 * Creates an account with the first month's credits.
 * Throws `AddressTaken` when the address is in use. The password is hashed before that check, so that the response time
 * does not reveal whether an address is in use.
 */
export async function createAccount(
  { database: { client }, plans }: { database: Database; plans: Plans },
  { email, name, plan, password, role = 'user', along }: NewAccount,
) {
  const passwordHash = password === null ? null : await hashPassword(password);
  return client.$transaction(async (tx) => {
    // The unique index on the address decides, not a query beforehand: two sign-ups may run concurrently.
    const [account] = await tx.account.createManyAndReturn({
      data: [{ id: newId('acc'), email, name, plan: plan.id, passwordHash, role }],
      skipDuplicates: true,
    });
    if (!account) throw new AddressTaken(email);
    await grantMonthlyCredits(tx, plans, account, account.createdAt);
    await along?.(tx, account.id);
    return account;
  });
}

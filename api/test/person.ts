import type { Answer, TestAccount, TestApi } from './start-api.ts';

/** Signed-in user, with a function that sends requests in the user's session. */
export interface Person extends TestAccount {
  email: string;
  ask(method: string, url: string, body?: unknown): Promise<Answer>;
}

export async function signedInPerson(api: TestApi, plan = 'studio'): Promise<Person> {
  const account = await api.account({ plan });
  const login = await api.signIn(account);
  const email = `${account.accountId}@test.example`;
  return { ...account, email, ask: (method, url, body) => api.send(null, method, `/api/developer${url}`, body, login) };
}

export function answerOfMe(api: TestApi, key: string): Promise<Answer> {
  return api.send({ accountId: '', appId: '', keyId: '', key }, 'GET', '/v1/me');
}

import { type Static, Type } from '@framemill/timeline/typebox';

/** Response of sign-up and sign-in. */
export const SignedInSchema = Type.Object({
  account: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    role: Type.String({ description: '`user` or `admin`.' }),
  }),
});

/** Builds the response of sign-up and sign-in from an account row. */
export function signedIn(row: Static<typeof SignedInSchema>['account']): Static<typeof SignedInSchema> {
  const { id, email, name, plan, role } = row;
  return { account: { id, email, name, plan, role } };
}

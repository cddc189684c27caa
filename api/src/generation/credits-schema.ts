import { Type } from '@framemill/timeline/typebox';

/** Cost of a call as answers show it. */
export const CreditsSchema = Type.Object(
  {
    charged: Type.Integer({ minimum: 0, description: 'Credits that this call took; 0 with a test key.' }),
    remaining: Type.Integer({ minimum: 0, description: 'Credits that are left.' }),
  },
  { examples: [{ charged: 10, remaining: 5_990 }] },
);

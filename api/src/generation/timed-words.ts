import { Type } from '@framemill/timeline/typebox';

/** Word with the time at which it is spoken, in the form that `addCaptions` accepts. */
export const TimedWordSchema = Type.Object(
  {
    text: Type.String(),
    start: Type.Number({ description: 'Seconds.' }),
    end: Type.Number({ description: 'Seconds.' }),
  },
  { examples: [{ text: 'Hello', start: 0.2, end: 0.55 }] },
);

import { Type } from '@framemill/timeline/typebox';

/** A word and when it is spoken, as `addCaptions` takes it. */
export const TimedWordSchema = Type.Object(
  {
    text: Type.String(),
    start: Type.Number({ description: 'Seconds.' }),
    end: Type.Number({ description: 'Seconds.' }),
  },
  { examples: [{ text: 'Hello', start: 0.2, end: 0.55 }] },
);

import { Type } from '@framemill/timeline/typebox';

/** Language in request bodies. */
export const LanguageField = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
  description: 'BCP 47, such as `en` or `pt-BR`. Default: found out.',
});

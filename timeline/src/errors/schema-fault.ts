/** An error of a schema validator. */
export interface SchemaError {
  readonly keyword: string;
  readonly params: object;
}

/**
 * Describes a validation error as the end of a sentence that begins with the value's name: `is longer than 200
 * characters`.
 */
export function schemaFault({ keyword, params }: SchemaError): string {
  const get = (name: string): unknown => Reflect.get(params, name);
  const list = (name: string): string => [get(name)].flat().slice(0, 40).join(', ');
  const range = rangeIn(get('range'));
  if (range) return range;
  switch (keyword) {
    case 'type':
      return `must be of type ${[get('type')].flat().join(' or ')}`;
    case 'enum':
      return `must be one of ${list('allowedValues')}`;
    case 'const':
      return `must be ${JSON.stringify(get('allowedValue'))}`;
    case 'required':
      return `lacks ${list('requiredProperties')}`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'has an unknown field';
    case 'boolean':
      return 'is not a known field';
    case 'minimum':
      return `must be ${get('limit')} or more`;
    case 'maximum':
      return `must be ${get('limit')} or less`;
    case 'exclusiveMinimum':
      return `must be more than ${get('limit')}`;
    case 'exclusiveMaximum':
      return `must be less than ${get('limit')}`;
    case 'multipleOf':
      return `must be a multiple of ${get('multipleOf')}`;
    case 'minLength':
      return get('limit') === 1 ? 'is empty' : `is shorter than ${get('limit')} characters`;
    case 'maxLength':
      return `is longer than ${get('limit')} characters`;
    case 'minItems':
      return get('limit') === 1 ? 'is an empty list' : `has fewer than ${get('limit')} entries`;
    case 'maxItems':
      return `has more than ${get('limit')} entries`;
    case 'maxProperties':
      return `has more than ${get('limit')} fields`;
    case 'minProperties':
      return `has fewer than ${get('limit')} fields`;
    case 'uniqueItems':
      return 'has a duplicate entry';
    case 'anyOf':
    case 'oneOf':
      return 'has none of the allowed forms';
    default:
      return 'has an invalid format';
  }
}

/** Describes both limits of a number, if the error contains them: `must be 0 to 1`. Otherwise `null`. */
function rangeIn(range: unknown): string | null {
  if (typeof range !== 'object' || range === null) return null;
  const { minimum, exclusiveMinimum, maximum }: Record<string, unknown> = { ...range };
  if (maximum === undefined) return null;
  if (minimum !== undefined) return `must be ${minimum} to ${maximum}`;
  return exclusiveMinimum === undefined ? null : `must be more than ${exclusiveMinimum} and at most ${maximum}`;
}

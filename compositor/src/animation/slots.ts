import { type AnimationFacts, FramemillError, isRecord, parseColor } from '@framemill/timeline/rendering';
import { eachObject, isTextDocument, type LottieObject, objectsOf, valuesOf } from './lottie-json.ts';

/** Slot of an animation: a named text, colour or number that a clip may fill. */
type Slot = AnimationFacts['slots'][number];

const MOST_SLOTS = 100;
const MOST_CHARACTERS = 1_000;
/** Names under which properties are colours: of fills and strokes, and of letters. */
const COLOURS: ReadonlySet<string> = new Set(['c', 'fc', 'sc']);

/** Returns the slots that a clip may fill, in the order of their first use, with their values in the file. */
export function slotsOf(root: LottieObject): Slot[] {
  const slots = new Map<string, Slot>();
  eachObject(root, (object, key) => {
    const { sid } = object;
    if (typeof sid !== 'string' || sid === '' || sid.length > 100 || slots.has(sid) || slots.size >= MOST_SLOTS) return;
    const property = defaultOf(root, sid) ?? object;
    const type = typeOf(property, key);
    if (type) slots.set(sid, { id: sid, type, value: textOf(property, type).slice(0, MOST_CHARACTERS) });
  });
  return [...slots.values()];
}

/**
 * Returns the file with the given values in its slots, and with the values of the file in the others, so that players
 * without slots show them too. Values that the file has no slot for are ignored. Throws `invalid_request`, naming the
 * slot, for a value that is no colour or number where the slot needs one. The given file is not changed.
 */
export function fillSlots(root: LottieObject, values: Readonly<Record<string, string>>): LottieObject {
  const filled = structuredClone(root);
  eachObject(filled, (object, key) => {
    const { sid } = object;
    if (typeof sid !== 'string') return;
    const own = defaultOf(root, sid);
    const property = own ?? object;
    const type = typeOf(property, key);
    const value = Object.hasOwn(values, sid) ? values[sid] : undefined;
    const next = type && value !== undefined ? withValue(property, type, value, sid) : own;
    if (!next) return;
    Object.assign(object, structuredClone(next));
    delete object.sid;
  });
  return filled;
}

function defaultOf({ slots }: LottieObject, id: string): LottieObject | null {
  const slot = isRecord(slots) && Object.hasOwn(slots, id) ? slots[id] : null;
  return isRecord(slot) && isRecord(slot.p) ? slot.p : null;
}

function typeOf(property: LottieObject, key: string): Slot['type'] | null {
  const [first] = valuesOf(property) ?? [];
  if (isTextDocument(first)) return 'text';
  if (typeof first === 'number') return 'number';
  if (!Array.isArray(first) || !first.every((part) => typeof part === 'number')) return null;
  if (first.length === 1) return 'number';
  return COLOURS.has(key) && (first.length === 3 || first.length === 4) ? 'color' : null;
}

function textOf(property: LottieObject, type: Slot['type']): string {
  const [first] = valuesOf(property) ?? [];
  // Lottie ends paragraphs by a carriage return, and other lines by the character 3.
  if (isTextDocument(first)) return first.t.replaceAll('\r', '\n').replaceAll('\u0003', '\n');
  const numbers: unknown[] = [first].flat();
  if (type === 'number') return String(numbers[0]);
  const channels = numbers.map((part) => Math.round(255 * Math.min(1, Math.max(0, Number(part)))));
  const digits = channels.map((channel) => channel.toString(16).padStart(2, '0')).join('');
  return `#${digits.replace(/^(.{6})ff$/, '$1')}`;
}

function withValue(property: LottieObject, type: Slot['type'], value: string, id: string): LottieObject {
  if (type === 'text') return withText(property, value);
  if (type === 'number') {
    const number = Number(value);
    if (value.trim() !== '' && Number.isFinite(number)) return { a: 0, k: number };
    throw wrong(`slot "${id}" needs a number (got "${value.slice(0, 60)}").`);
  }
  const { r, g, b, a } = colorOf(value, id);
  return { a: 0, k: [r / 255, g / 255, b / 255, a] };
}

function withText(property: LottieObject, value: string): LottieObject {
  // Lottie separates lines by carriage returns.
  const t = value.replace(/\r\n?|\n/g, '\r');
  const keyframes = objectsOf(property.k);
  if (keyframes.length === 0) return { ...property, k: isRecord(property.k) ? { ...property.k, t } : property.k };
  return { ...property, k: keyframes.map((one) => ({ ...one, s: isRecord(one.s) ? { ...one.s, t } : one.s })) };
}

function colorOf(value: string, id: string) {
  try {
    return parseColor(value);
  } catch (cause) {
    throw wrong(`slot "${id}": ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

function wrong(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}

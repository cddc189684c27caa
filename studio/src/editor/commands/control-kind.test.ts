import { catalogue } from '@framemill/compositor/capabilities';
import { AUDIO_EFFECTS } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import {
  controlKind,
  curveAxes,
  defaultNumber,
  mediaKindsOf,
  numberRange,
  paramsSchema,
  siblingParamsSchema,
} from './control-kind.ts';
import { COMMAND_ENTRIES, commandEntry, type JsonSchema, unitOf } from './registry.ts';

/** Returns the controls of a field and of all fields inside it, as `path: kind`. */
function controlsOf(path: string, name: string, schema: JsonSchema): string[] {
  const control = controlKind(name, schema);
  const inside = (inner: string, one: JsonSchema) => controlsOf(`${path}.${inner}`, inner, one);
  const own = `${path}: ${control.kind}`;
  switch (control.kind) {
    case 'object':
      return [own, ...Object.entries(control.properties).flatMap(([field, one]) => inside(field, one))];
    case 'list':
      return [own, ...inside('1', control.items)];
    case 'tuple':
      return [own, ...control.items.flatMap((one, index) => inside(String(index), one))];
    case 'variants':
      return [own, ...control.variants.flatMap((one, index) => inside(String(index), one))];
    case 'record':
      // The values of parameters are those of the effect, which are below.
      return name === 'params' ? [own] : [own, ...inside('name', control.values)];
    default:
      return [own];
  }
}

const paramsOf = (op: string) => commandEntry(op).params.properties ?? {};

describe('the control of a field', () => {
  it('exists for every parameter of every command, effect and audio processor', () => {
    const controls = [
      ...COMMAND_ENTRIES.flatMap(({ op, params }) =>
        Object.entries(params.properties ?? {}).flatMap(([name, one]) => controlsOf(`${op}.${name}`, name, one)),
      ),
      ...Object.entries(catalogue.effects).flatMap(([type, schema]) => controlsOf(type, 'effect params', schema)),
      ...AUDIO_EFFECTS.flatMap(({ type, params }) => controlsOf(type, 'processor params', params)),
    ];
    expect(controls.length).toBeGreaterThan(1_000);
    // Names that the user chooses: variables by field, slots and media by name.
    const records = controls.filter((one) => one.endsWith(': record') && !one.includes('params'));
    expect([...new Set(records.map((one) => one.split('.').at(-1)))].toSorted()).toEqual([
      'mediaMap: record',
      'slots: record',
      'variables: record',
    ]);
  });

  it('is one for the points of a curve, a mask that may be null, and a colour or gradient', () => {
    const { mask = {} } = paramsOf('setMask');
    expect(controlKind('mask', mask).kind).toBe('object');
    expect(controlsOf('mask', 'mask', mask)).toContain('mask.points.1: tuple');
    const style = paramsOf('addShapeClip').style?.properties ?? {};
    expect(controlKind('fill', style.fill ?? {}).kind).toBe('variants');
    expect(() => controlKind('x', { type: 'object' })).toThrow('The field "x" has a schema without a control');
  });

  it('is a wheel for a hue with its amount, and a plot for curves', () => {
    const { grade = {} } = paramsOf('setColorGrade');
    const fields = grade.properties ?? {};
    expect(controlsOf('grade', 'grade', { properties: fields })).toEqual(
      expect.arrayContaining([
        ...['grade.wheels: object', 'grade.wheels.shadows: wheel', 'grade.wheels.highlights: wheel'],
        ...['grade.curves: curves', 'grade.hueCurves: curves', 'grade.hue: number'],
      ]),
    );
    const curves = controlKind('curves', fields.curves ?? {});
    expect(curves.kind === 'curves' && Object.keys(curves.curves)).toEqual(['master', 'red', 'green', 'blue']);
    // Points of an outline are pairs of numbers, too.
    expect(curveAxes(paramsOf('setMask').mask?.anyOf?.[0]?.properties?.points ?? {})).toBeNull();
  });

  it('has the parameters of the effect that is named beside it', () => {
    expect(siblingParamsSchema({ type: 'blur' }, [])).toBe(paramsSchema('blur'));
    expect(siblingParamsSchema({ type: 'compressor' }, [])).toBe(paramsSchema('compressor'));
    expect(siblingParamsSchema({ effectId: 'fx_1' }, [])).toBeNull();
  });

  it('is a list of fonts for a font family', () => {
    const fonts = controlsOf('setTextStyle', 'style', paramsOf('setTextStyle').style ?? {});
    expect(fonts).toContain('setTextStyle.fontFamily: font');
    expect(fonts).toContain('setTextStyle.spans.1.fontFamily: font');
  });

  it('offers the media that a source may be', () => {
    expect(mediaKindsOf(paramsSchema('lut')?.properties?.src ?? {})).toEqual(['lut']);
    expect(mediaKindsOf(paramsOf('addClip').src ?? {})).toEqual(['video', 'animation', 'audio', 'image']);
  });
});

describe('a number field', () => {
  const rangeOf = (schema: JsonSchema) => numberRange(schema, unitOf(schema));
  const field = (effect: string, name: string) => paramsSchema(effect)?.properties?.[name] ?? {};

  it('has steps that suit its range and unit', () => {
    expect(rangeOf(field('blur', 'radius'))).toEqual({
      ...{ step: 1, fineStep: 0.1, minimum: 0, maximum: 200, hasSlider: true },
    });
    expect(rangeOf(field('vignette', 'amount'))).toMatchObject({ step: 0.01, fineStep: 0.001 });
    expect(rangeOf(field('posterize', 'levels'))).toMatchObject({ step: 1, fineStep: 1 });
    expect(rangeOf(paramsOf('setTransform').scale ?? {})).toMatchObject({ step: 0.01, hasSlider: false });
    expect(rangeOf(paramsOf('trimClip').start ?? {})).toMatchObject({ step: 0.1, minimum: 0, hasSlider: false });
    expect(rangeOf({ type: 'number', exclusiveMinimum: 0, description: 'Seconds.' }).minimum).toBe(0.01);
  });

  it('shows its unit and its default', () => {
    expect(unitOf(field('kaleidoscope', 'angle'))).toBe('°');
    expect(unitOf(field('glitch', 'rate'))).toBe('Hz');
    expect(unitOf(paramsSchema('compressor')?.properties?.attackMs ?? {})).toBe('ms');
    expect(unitOf(field('glow', 'intensity'))).toBe('');
    expect(defaultNumber(field('blur', 'radius'))).toBe(12);
    expect(defaultNumber(paramsOf('setTextStyle').style?.properties?.fontSize ?? {})).toBe(80);
    expect(defaultNumber(paramsOf('setTransform').x ?? {})).toBeNull();
  });
});

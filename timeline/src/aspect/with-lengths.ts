import type { Clip } from '../document/clip.ts';

/** A clip whose unscaled box is `unit` times as large: the lengths that are measured in it go along. */
export function withLengths(clip: Clip, unit: number): Clip {
  if (Math.abs(unit - 1) < 1e-9) return clip;
  const { mask, cornerRadius } = clip;
  const times = (value: number | undefined) => (value === undefined ? undefined : value * unit);
  return {
    ...clip,
    ...(cornerRadius === undefined ? {} : { cornerRadius: cornerRadius * unit }),
    ...(mask === undefined
      ? {}
      : {
          mask: withoutUndefined({
            ...mask,
            ...{ x: times(mask.x), y: times(mask.y), width: times(mask.width), height: times(mask.height) },
            ...{ cornerRadius: times(mask.cornerRadius), feather: times(mask.feather) },
            ...{ expansion: times(mask.expansion), fontSize: times(mask.fontSize) },
            points: mask.points?.map(([x, y]): [number, number] => [x * unit, y * unit]),
          }),
        }),
  };
}

function withoutUndefined<T extends object>(value: T): T {
  for (const [key, item] of Object.entries(value)) if (item === undefined) Reflect.deleteProperty(value, key);
  return value;
}

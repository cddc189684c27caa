/** Returns a generator of a sine at 48 kHz. `phase` is in radians. */
export function toneOf(hertz: number, amplitude: number, samples: number, phase = 0): Float32Array {
  return Float32Array.from(
    { length: samples },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hertz * n) / 48_000 + phase),
  );
}

/**
 * Returns a generator of pseudo-random numbers from 0 to 1 that depend on the seed alone (a linear congruential
 * generator of Numerical Recipes).
 */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Measures the amplitude of one frequency between two samples. The result is most precise over whole periods. */
export function amplitudeAt(values: Float32Array, hertz: number, from: number, until: number): number {
  let re = 0;
  let im = 0;
  for (let n = from; n < until; n++) {
    re += (values[n] ?? 0) * Math.cos((2 * Math.PI * hertz * n) / 48_000);
    im += (values[n] ?? 0) * Math.sin((2 * Math.PI * hertz * n) / 48_000);
  }
  return (2 * Math.hypot(re, im)) / (until - from);
}

/** Measures the frequency of a signal with a single pitch, from its rising zero crossings between two samples. */
export function pitchOf(values: Float32Array, from: number, until: number): number {
  const crossings: number[] = [];
  for (let n = from + 1; n < until; n++) {
    const before = values[n - 1] ?? 0;
    const here = values[n] ?? 0;
    if (before < 0 && here >= 0) crossings.push(n - here / (here - before));
  }
  const first = crossings[0] ?? 0;
  const last = crossings.at(-1) ?? 1;
  return ((crossings.length - 1) * 48_000) / (last - first);
}

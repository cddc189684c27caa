type Channels = [red: number, green: number, blue: number];

/**
 * Returns a palette of `count` colours with evenly spaced hues, beginning with `color` (`#rrggbb`).
 * All colours have the HSL saturation and lightness of `color`.
 */
export function palette(color: string, count: number): string[] {
  const [hue, saturation, lightness] = toHsl(channelsOf(color));
  return Array.from({ length: count }, (_, index) => toHex(fromHsl((hue + index / count) % 1, saturation, lightness)));
}

/**
 * Returns the text colour, `#000000` or `#ffffff`, that has the higher contrast on `background`.
 * `ratio` is its contrast ratio, 1 to 21 (WCAG 2.1, 1.4.3).
 */
export function contrast(background: string): { color: string; ratio: number } {
  const luminance = luminanceOf(channelsOf(background));
  const onWhite = 1.05 / (luminance + 0.05);
  const onBlack = (luminance + 0.05) / 0.05;
  const ratio = Math.round(Math.max(onWhite, onBlack) * 100) / 100;
  return { color: onWhite > onBlack ? '#ffffff' : '#000000', ratio };
}

function channelsOf(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function toHsl([red, green, blue]: Channels): Channels {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const lightness = (most + least) / 2;
  const range = most - least;
  if (range === 0) return [0, 0, lightness];
  const saturation = range / (1 - Math.abs(2 * lightness - 1));
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return [sector / 6, saturation, lightness];
}

function fromHsl(hue: number, saturation: number, lightness: number): Channels {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const channel = (shift: number) => {
    const place = (shift + hue * 12) % 12;
    return lightness - (chroma / 2) * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

function toHex(channels: Channels): string {
  return `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Formats a time as hours, minutes, seconds and frames: `00:01:05:12`. */
export function timecode(seconds: number, fps: number): string {
  const frames = Math.max(0, Math.round(seconds * fps));
  const rate = Math.max(1, Math.round(fps));
  const whole = Math.floor(frames / rate);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, frames % rate];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

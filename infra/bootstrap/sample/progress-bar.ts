/** Output of the progress: a terminal gets one line that is redrawn, any other output a line for every tenth. */
export interface ProgressOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface ProgressBar {
  /** Shows `done` of `total`, with a note after the bar. */
  update(done: number, total: number, note: string): void;
  /** Shows the complete bar with a note, and ends the line. */
  end(note: string): void;
}

/** Creates a progress bar with `label` in front. */
export function createProgressBar(output: ProgressOutput, label: string): ProgressBar {
  let lastTenth = -1;
  return {
    update(done, total, note) {
      const share = total > 0 ? Math.min(1, done / total) : 0;
      if (output.isTTY) {
        output.write(`\r${drawLine(label, share, note, output.columns ?? 80)}`);
        return;
      }
      const tenth = Math.floor(share * 10);
      if (tenth <= lastTenth) return;
      lastTenth = tenth;
      output.write(`${label} ${tenth * 10} % ${note}\n`);
    },
    end(note) {
      output.write(output.isTTY ? `\r${drawLine(label, 1, note, output.columns ?? 80)}\n` : `${label} done ${note}\n`);
    },
  };
}

/** Draws a line of exactly `columns - 1` characters, so that it overwrites a longer line before it. */
export function drawLine(label: string, share: number, note: string, columns: number): string {
  const width = Math.max(8, Math.min(32, columns - label.length - note.length - 12));
  const full = Math.round(share * width);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const line = `${label} ${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}  ${note}`;
  return line.slice(0, columns - 1).padEnd(columns - 1);
}

/** What is known about a source file that ended render processes. */
export interface Faults {
  /** Render processes that failed on it. */
  readonly failures: number;
  /** Nodes that they ran on. */
  readonly nodes: number;
  /** Nodes that could try it. */
  readonly liveNodes: number;
  /** Whether the last one did not get on within its budget of time: to try that costs more than a crash. */
  readonly overBudget: boolean;
}

/** Render processes that a file may cost whatever else is known. */
const mostFailures = 3;

/** Whether the file is faulty rather than a node: it failed twice on two nodes (on one where there is only one), or twice and the last time by its budget of time, or three times. */
export function isFaulty({ failures, nodes, liveNodes, overBudget }: Faults): boolean {
  if (failures >= mostFailures) return true;
  return failures >= 2 && (overBudget || nodes >= 2 || liveNodes < 2);
}

/** Facts about a source file that made render processes fail. */
export interface Faults {
  /** Number of render processes that failed while they read it. */
  readonly failures: number;
  /** Number of nodes on which these processes ran. */
  readonly nodes: number;
  /** Number of nodes that could try the file. */
  readonly liveNodes: number;
  /** Whether the last process exceeded its time budget: another try of that costs more than a crash. */
  readonly overBudget: boolean;
}

/** Number of failures from which the file counts as faulty, whatever the other facts. */
const mostFailures = 3;

/**
 * Whether the file, rather than a node, is faulty. It is after three failures. Two failures suffice when they happened
 * on two nodes, when there is only one live node, or when the last one exceeded its time budget.
 */
export function isFaulty({ failures, nodes, liveNodes, overBudget }: Faults): boolean {
  if (failures >= mostFailures) return true;
  return failures >= 2 && (overBudget || nodes >= 2 || liveNodes < 2);
}

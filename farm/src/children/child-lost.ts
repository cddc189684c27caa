/** Why a render child ended in the middle of a task. `crash`: by itself; the others: the node ended it. */
export type LossReason = 'crash' | 'memory' | 'stuck' | 'aborted';

/** The render child ended before it answered. The task may be run again in another child. */
export class ChildLost extends Error {
  override readonly name = 'ChildLost';
  readonly reason: LossReason;

  constructor(reason: LossReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

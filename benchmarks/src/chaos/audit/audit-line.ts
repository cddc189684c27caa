/** Result of one audit check. */
export interface AuditLine {
  readonly check: string;
  /** Figures of the check, also when it passes. */
  readonly found: string;
  readonly ok: boolean;
}

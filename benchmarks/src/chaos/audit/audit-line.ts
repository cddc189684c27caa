/** One line of an audit: what was found where nothing bad may be. */
export interface AuditLine {
  readonly check: string;
  /** In numbers, also when all is well. */
  readonly found: string;
  readonly ok: boolean;
}

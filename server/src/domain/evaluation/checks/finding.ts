/** Something a check noticed: a code and no content, for answers of the API and for the journal alike. */
export interface Finding {
  readonly code: string
  /** Null: about the answer as a whole. */
  readonly evidenceId: number | null
}

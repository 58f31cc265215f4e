/** One statement about a certificate: how it stood, and for which span of time that is said. */
export interface Statement {
  readonly revokedAt: Date | null
  readonly thisUpdate: Date
  readonly nextUpdate: Date | null
}

/** One way a member state writes its numbers, prefix left out. */
export interface VatRule {
  readonly form: RegExp
  readonly passes: (national: string) => boolean
}

/** A state may have several forms (companies, people, old and new); a number needs to pass one. */
export type VatRules = Readonly<Record<string, readonly VatRule[]>>

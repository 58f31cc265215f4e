/** Empty lists and null bounds stand for any third party. */
export interface Criteria {
  readonly sectors: readonly string[]
  readonly countries: readonly string[]
  readonly criticalities: readonly string[]
  readonly purchaseAmount: { readonly min: number | null; readonly max: number | null }
}

/** What decides which dossiers a rule opens. */
export interface RuleTerms {
  readonly criteria: Criteria
  readonly dossierTypeCodes: readonly string[]
  readonly dueDays: number | null
}

export interface Rule extends RuleTerms {
  readonly ruleId: number
  readonly shippedCode: string | null
  readonly name: string
  /** Of shipped rules nobody has renamed. */
  readonly nameFr: string | null
  readonly active: boolean
  readonly priority: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const anyThirdParty: Criteria = {
  sectors: [],
  countries: [],
  criticalities: [],
  purchaseAmount: { min: null, max: null },
}

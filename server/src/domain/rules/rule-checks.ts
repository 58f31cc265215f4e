import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, isCountryCode, type Scope } from '../../platform/kernel/index.ts'
import { listDefinitions } from '../attributes/index.ts'
import { listPublishedTypes } from '../evaluation/index.ts'
import type { RuleTerms } from './rule.ts'

/** What a schema cannot see; throws the problem the caller is to answer. */
export async function checkTerms(tx: ReadTx, scope: Scope, terms: RuleTerms): Promise<void> {
  const { countries, criticalities, purchaseAmount } = terms.criteria
  const strange = countries.findIndex((country) => !isCountryCode(country))
  if (strange >= 0) {
    throw new AppError('COUNTRY_CODE_INVALID', {}, { members: { pointer: `/criteria/countries/${strange}` } })
  }
  const { min, max } = purchaseAmount
  if (min !== null && max !== null && min > max) {
    throw new AppError('RULE_AMOUNTS_REVERSED', {}, { members: { pointer: '/criteria/purchaseAmount' } })
  }
  await listPublishedTypes(tx, scope, terms.dossierTypeCodes)
  if (criticalities.length > 0) await checkCriticalities(tx, scope, criticalities)
}

async function checkCriticalities(tx: ReadTx, scope: Scope, given: readonly string[]): Promise<void> {
  const definitions = await listDefinitions(tx, scope, { scope: 'THIRD_PARTY', archived: false })
  const definition = definitions.find(({ code }) => code === 'CRITICALITY')
  const label = definition?.label ?? 'CRITICALITY'
  const options = definition?.options ?? []
  const unknown = given.findIndex((one) => !options.includes(one))
  if (unknown < 0) return
  throw new AppError(
    'ATTRIBUTE_OPTION_UNKNOWN',
    { label, options: options.join(', ') },
    { members: { pointer: `/criteria/criticalities/${unknown}` } },
  )
}

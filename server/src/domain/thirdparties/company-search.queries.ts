import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { localKey, type Scope } from '../../platform/kernel/index.ts'
import type { CompanySummary } from '../references/index.ts'

type Identifiers = Pick<
  CompanySummary,
  'siren' | 'vatNumber' | 'duns' | 'lei' | 'localId' | 'localRegister' | 'countryCode'
>

interface KnownRow {
  thirdparty_id: number
  siren: string | null
  vat_number: string | null
  duns: string | null
  lei: string | null
  local_key: string | null
}

/** Which of the companies are in the portfolio already, by whichever identifier: one query for all of them. */
export async function findKnown(
  tx: ReadTx,
  scope: Scope,
  companies: readonly Identifiers[],
): Promise<(number | null)[]> {
  if (companies.length === 0) return []
  const all = (field: 'siren' | 'vatNumber' | 'duns' | 'lei') => companies.flatMap((one) => one[field] ?? [])
  const local = companies.flatMap((company) => localKey(company) ?? [])
  const { rows } = await sql<KnownRow>`
    select thirdparty_id, siren, vat_number, duns, lei, local_key from thirdparty
    where account_id = ${scope.accountId} and (
      siren = any(${all('siren')}::text[]) or vat_number = any(${all('vatNumber')}::text[])
      or duns = any(${all('duns')}::text[]) or lei = any(${all('lei')}::text[])
      or local_key = any(${local}::text[]))
    order by thirdparty_id`.execute(tx)
  const ids = new Map<string, number>()
  for (const row of rows) {
    for (const key of keysOf({ ...row, vatNumber: row.vat_number, local: row.local_key }))
      if (!ids.has(key)) ids.set(key, row.thirdparty_id)
  }
  return companies.map((company) => {
    const key = keysOf({ ...company, local: localKey(company) }).find((one) => ids.has(one))
    return key === undefined ? null : (ids.get(key) ?? null)
  })
}

type Keys = { [F in 'siren' | 'vatNumber' | 'duns' | 'lei' | 'local']: string | null }

function keysOf(one: Keys): string[] {
  const named = { siren: one.siren, vat: one.vatNumber, duns: one.duns, lei: one.lei, local: one.local }
  return Object.entries(named).flatMap(([kind, value]) => (value === null ? [] : [`${kind} ${value}`]))
}

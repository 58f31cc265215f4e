import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { findReferenced } from '../external-references/index.ts'
import { columnsFromIdentifier } from './identity.ts'
import { parseLegalIdentifier, type IdentifierCode } from './legal-identifier.ts'

const columns = {
  code: sql`code`,
  siren: sql`siren`,
  vat_number: sql`vat_number`,
  duns: sql`duns`,
  lei: sql`lei`,
} as const satisfies Record<string, RawBuilder<unknown>>
type KeyColumn = keyof typeof columns

/** One of the names a company of the portfolio goes by. */
export interface CompanyKey {
  readonly by: KeyColumn | 'thirdparty_id' | 'reference'
  readonly value: string
}

/** Checks an identifier. What is the same for all establishments of a company counts, as when it is added. */
export function parseCompanyKey(given: {
  readonly code: Exclude<IdentifierCode, 'NATIONAL'>
  readonly value: string
}): CompanyKey {
  const identifier = parseLegalIdentifier(given)
  const { siren, duns, lei } = columnsFromIdentifier(identifier)
  if (siren !== null) return { by: 'siren', value: siren }
  if (duns !== null) return { by: 'duns', value: duns }
  return lei === null ? { by: 'vat_number', value: identifier.value } : { by: 'lei', value: lei }
}

/** The companies that are seen and go by these names; several only where codes are not unique. */
export async function findCompanies(
  tx: ReadTx,
  scope: Scope,
  keys: readonly CompanyKey[],
): Promise<(key: CompanyKey) => readonly number[]> {
  const found = new Map<string, number[]>()
  const keep = (by: CompanyKey['by'], value: string, id: number) => {
    const name = nameOf({ by, value })
    found.set(name, [...(found.get(name) ?? []), id])
  }
  const valuesOf = (by: CompanyKey['by']) => [
    ...new Set(keys.filter((key) => key.by === by).map(({ value }) => value)),
  ]
  for (const by of Object.keys(columns) as KeyColumn[]) {
    const values = valuesOf(by)
    if (values.length === 0) continue
    const { rows } = await sql<{
      /** never null: it equals one of those asked for */
      value: string
      id: number
    }>`
      select ${columns[by]} as value, thirdparty_id as id from thirdparty
      where account_id = ${scope.accountId} and ${columns[by]} = any(${values}::text[])
      order by thirdparty_id`.execute(tx)
    for (const { value, id } of rows) keep(by, value, id)
  }
  for (const id of await findByNumber(tx, scope, valuesOf('thirdparty_id')))
    keep('thirdparty_id', String(id), id)
  for (const [written, id] of await findReferenced(tx, scope, valuesOf('reference')))
    keep('reference', written, id)
  return (key) => found.get(nameOf(key)) ?? []
}

const nameOf = ({ by, value }: CompanyKey) => `${by} ${value}`

async function findByNumber(tx: ReadTx, { accountId }: Scope, values: readonly string[]): Promise<number[]> {
  const ids = values.filter((value) => /^[1-9]\d{0,14}$/.test(value)).map(Number)
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select thirdparty_id as id from thirdparty
    where account_id = ${accountId} and thirdparty_id = any(${ids}::bigint[])`.execute(tx)
  return rows.map(({ id }) => id)
}

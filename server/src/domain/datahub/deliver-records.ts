import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { applyProviderValues, recordUpdates, type Outcome, type ValueOf } from './apply-values.ts'
import { readProviderValue, valueText, type ValueFault } from './given-value.ts'
import { resolvePointer, type Mapping } from './mapping.ts'
import type { Source } from './monitored.ts'
import type { Provider } from './providers.ts'
import type { StoredProvider } from './providers.queries.ts'
import { withNews } from './store-news.ts'

export type RecordOutcome = Outcome | ValueFault | 'UNKNOWN_COMPANY' | 'NO_IDENTIFIER'

const identifiers = ['thirdpartyId', 'siren', 'vatNumber', 'duns', 'lei'] as const
type Identifier = (typeof identifiers)[number]

interface RecordIdentifier {
  readonly by: Identifier
  readonly value: string
}

/** Takes in records that name their companies; what became of each, in their order. */
export async function deliverRecords(
  tx: Tx,
  scope: Scope,
  delivery: { settings: StoredProvider; mapping: Mapping; source: Source; records: readonly unknown[] },
): Promise<RecordOutcome[]> {
  const { settings, mapping, source, records } = delivery
  const { provider } = settings
  const named = records.map((one) => readIdentifier(one, mapping))
  const found = await findCompanies(tx, scope, named)
  const outcomes: RecordOutcome[] = []
  const values: (ValueOf & { nth: number })[] = []
  for (const [nth, one] of records.entries()) {
    const given = readProviderValue(one, mapping, provider)
    const name = named[nth]
    const thirdpartyId = name && found.get(`${name.by} ${name.value}`)
    if (!name) outcomes.push('NO_IDENTIFIER')
    else if (typeof given === 'string') outcomes.push(given)
    else if (thirdpartyId === undefined) outcomes.push('UNKNOWN_COMPANY')
    else values.push({ nth: outcomes.push('NOT_MONITORED') - 1, thirdpartyId, given })
  }
  const read = provider === 'NEWSFEED' ? await withNews(tx, scope, values) : values
  const applied = await applyProviderValues(tx, scope, { provider, settings, source, values: read })
  for (const [nth, { nth: place }] of values.entries()) outcomes[place] = applied.outcomes[nth] ?? 'OLDER'
  await recordUpdates(tx, scope, new Map(applied.updated.map((id): [number, Provider[]] => [id, [provider]])))
  return outcomes
}

/** By the first identifier that is given. */
function readIdentifier(record: unknown, mapping: Mapping): RecordIdentifier | undefined {
  for (const by of identifiers) {
    const value = valueText(resolvePointer(record, mapping[by]), 50)
      ?.replaceAll(/[\s.-]/g, '')
      .toUpperCase()
    if (value) return { by, value }
  }
  return undefined
}

async function findCompanies(
  tx: Tx,
  { accountId }: Scope,
  named: readonly (RecordIdentifier | undefined)[],
): Promise<Map<string, number>> {
  const valuesOf = (wanted: Identifier) => named.flatMap((one) => (one?.by === wanted ? [one.value] : []))
  const ids = valuesOf('thirdpartyId').filter((value) => /^\d{1,15}$/.test(value))
  const { rows } = await sql<{ name: string; id: number }>`
    select 'thirdpartyId ' || thirdparty_id as name, thirdparty_id as id from thirdparty
      where account_id = ${accountId} and thirdparty_id = any(${ids}::bigint[])
    union all select 'siren ' || siren, thirdparty_id from thirdparty
      where account_id = ${accountId} and siren = any(${valuesOf('siren')}::text[])
    union all select 'vatNumber ' || vat_number, thirdparty_id from thirdparty
      where account_id = ${accountId} and vat_number = any(${valuesOf('vatNumber')}::text[])
    union all select 'duns ' || duns, thirdparty_id from thirdparty
      where account_id = ${accountId} and duns = any(${valuesOf('duns')}::text[])
    union all select 'lei ' || lei, thirdparty_id from thirdparty
      where account_id = ${accountId} and lei = any(${valuesOf('lei')}::text[])`.execute(tx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

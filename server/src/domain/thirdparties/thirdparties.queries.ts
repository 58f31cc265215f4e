import { sql } from 'kysely'
import { compileOnce, type Db, type ReadTx } from '../../platform/db/index.ts'
import { AppError, localKey, type Scope } from '../../platform/kernel/index.ts'

const thirdPartyById = compileOnce((db, accountId: number, thirdpartyId: number) =>
  db
    .selectFrom('thirdparty')
    .select(['wire', 'version'])
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId),
)

export async function findThirdParty(tx: ReadTx, scope: Scope, thirdpartyId: number) {
  const [found] = await thirdPartyById(tx, scope.accountId, thirdpartyId)
  return found
}

// Written beside the record, which is kept as a text: few have any.
const references = sql<string>`(
  select coalesce(json_agg(json_build_object('system', r.system, 'value', r.value) order by r.system), '[]')::text
  from external_reference r
  where r.account_id = thirdparty.account_id and r.subject = thirdparty.thirdparty_id)`.as('references')

const recordById = compileOnce((db, accountId: number, thirdpartyId: number) =>
  db
    .selectFrom('thirdparty')
    .select(['wire', 'version', references])
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId),
)

/** The record with its references, outside any transaction. */
export async function lookUpThirdParty(db: Db, scope: Scope, thirdpartyId: number) {
  const [found] = await db.lookUp(scope, recordById, thirdpartyId)
  return found
}

/** The record and what other systems call it, as one text. */
export function joinReferences(found: { readonly wire: string; readonly references: string }): string {
  return `${found.wire.slice(0, -1)},"references":${found.references}}`
}

// So many are named where a code is held by several.
const mostHolders = 10

const thirdPartiesByCode = compileOnce((db, accountId: number, code: string) =>
  db
    .selectFrom('thirdparty')
    .select(['thirdparty_id', 'wire', 'version', references])
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .orderBy('thirdparty_id')
    .limit(sql.lit(mostHolders)),
)

export function lookUpByCode(db: Db, scope: Scope, code: string) {
  return db.lookUp(scope, thirdPartiesByCode, code)
}

export async function requireThirdParty(tx: ReadTx, scope: Scope, thirdpartyId: number): Promise<void> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .executeTakeFirst()
  if (!row) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
}

/** Those that have exactly this code: at most one where the account keeps codes unique. */
export async function findByCode(tx: ReadTx, scope: Scope, code: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('code', '=', code)
    .orderBy('thirdparty_id')
    .limit(mostHolders)
    .execute()
  return rows.map((row) => row.thirdparty_id)
}

/** What stands in the way of giving this code to another company, where the account keeps codes unique. */
export async function codeFault(tx: ReadTx, { accountId }: Scope, code: string): Promise<AppError | null> {
  const { rows } = await sql<{ holder: number | null; archived: boolean }>`
    select t.thirdparty_id as holder, t.archived_at is not null as archived
    from account a left join thirdparty t on t.account_id = a.account_id and t.code = ${code}
    where a.account_id = ${accountId} and a.unique_codes
      and (t.thirdparty_id is not null or code_is_held(${code}))`.execute(tx)
  const [taken] = rows
  if (!taken) return null
  if (taken.holder === null) return new AppError('CODE_TAKEN_ELSEWHERE')
  const existing = { existingThirdpartyId: taken.holder }
  return new AppError(taken.archived ? 'CODE_TAKEN_BY_ARCHIVED' : 'CODE_TAKEN', existing, {
    members: existing,
  })
}

interface KnownIdentifiers {
  siren?: string | null
  vat_number?: string | null
  duns?: string | null
  lei?: string | null
  local_id?: string | null
  local_register?: string | null
  country_code?: string | null
  identifier_code: string | null
  identifier_value: string | null
  /** Itself, where it is there already. */
  except?: number
}

/** The third party that made an insert collide, by whichever identifier it is the same company; null if it is not seen. */
export async function findSameCompany(
  tx: ReadTx,
  scope: Scope,
  known: KnownIdentifiers,
): Promise<number | null> {
  const { country_code: countryCode = null, local_id: localId = null } = known
  const { local_register: localRegister = null } = known
  const row = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '<>', known.except ?? 0)
    .where((where) =>
      where.or([
        where('siren', '=', known.siren ?? null),
        where('vat_number', '=', known.vat_number ?? null),
        where('duns', '=', known.duns ?? null),
        where('lei', '=', known.lei ?? null),
        where('local_key', '=', localKey({ countryCode, localId, localRegister })),
        where.and([
          // A national number is one within its country, which the line above looks at.
          where('identifier_code', '<>', 'NATIONAL'),
          where('identifier_code', '=', known.identifier_code),
          where('identifier_value', '=', known.identifier_value),
        ]),
      ]),
    )
    .orderBy('thirdparty_id')
    .executeTakeFirst()
  return row?.thirdparty_id ?? null
}

// Enough to recognise it by; a list of all companies of that name is a search of the portfolio.
const mostNamesakes = 10

/** Those of the portfolio that go by the same name in the same country. */
export async function findNamesakes(
  tx: ReadTx,
  scope: Scope,
  { name, countryCode }: { name: string; countryCode: string },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('name_key', '=', sql<string>`left(search_text(${name}), 200)`)
    .where('country_code', '=', countryCode)
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .limit(mostNamesakes)
    .execute()
  return rows.map((row) => row.thirdparty_id)
}

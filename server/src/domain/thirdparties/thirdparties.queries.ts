import { compileOnce, type Db, type ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'

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

/** The same outside any transaction, for who wants nothing else. */
export async function lookUpThirdParty(db: Db, scope: Scope, thirdpartyId: number) {
  const [found] = await db.lookUp(scope, thirdPartyById, thirdpartyId)
  return found
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

interface KnownIdentifiers {
  siren?: string | null
  vat_number?: string | null
  duns?: string | null
  lei?: string | null
  local_id?: string | null
  country_code?: string | null
  identifier_code: string
  identifier_value: string
}

/** The third party that made an insert collide, by whichever identifier it is the same company; null if it is not seen. */
export async function findSameCompany(
  tx: ReadTx,
  scope: Scope,
  known: KnownIdentifiers,
): Promise<number | null> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where((where) =>
      where.or([
        where('siren', '=', known.siren ?? null),
        where('vat_number', '=', known.vat_number ?? null),
        where('duns', '=', known.duns ?? null),
        where('lei', '=', known.lei ?? null),
        where.and([
          where('country_code', '=', known.country_code ?? null),
          where('local_id', '=', known.local_id ?? null),
        ]),
        where.and([
          where('identifier_code', '=', known.identifier_code),
          where('identifier_value', '=', known.identifier_value),
        ]),
      ]),
    )
    .orderBy('thirdparty_id')
    .executeTakeFirst()
  return row?.thirdparty_id ?? null
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import { identityColumns } from './identity.ts'
import type { IdentifierCode } from './legal-identifier.ts'

/** Asks again for a company that was added while its register did not answer. */
export const completeIdentity =
  (deps: { references: References }): Handler<'identity.complete'> =>
  async ({ thirdpartyId }, { db, scope, signal, log }) => {
    const pending = await db.read(scope, (tx) =>
      tx
        .selectFrom('thirdparty')
        .select(['identifier_code', 'identifier_value'])
        .where('account_id', '=', scope.accountId)
        .where('thirdparty_id', '=', thirdpartyId)
        .where('identity_status', '=', 'PENDING')
        .executeTakeFirst(),
    )
    if (!pending) return
    const identifier = { code: pending.identifier_code as IdentifierCode, value: pending.identifier_value }
    const lookup = await deps.references.find(identifier, signal)
    // Thrown, so that the queue tries again later, and later still.
    if (lookup.kind === 'UNAVAILABLE') throw new Error(`The register is unavailable: ${lookup.reason}`)
    const done = await db.write(scope, (tx) => storeIdentity(tx, scope, thirdpartyId, lookup))
    if (!done)
      log.warn({ accountId: scope.accountId, thirdpartyId }, 'identity belongs to another third party')
  }

type Answer = Exclude<Lookup<CompanyRecord>, { kind: 'UNAVAILABLE' }>

/** False when the register's identifiers are those of another third party: nothing is overwritten then. */
async function storeIdentity(tx: Tx, scope: Scope, thirdpartyId: number, lookup: Answer): Promise<boolean> {
  const now = sql<Date>`account_now(${scope.accountId})`
  if (lookup.kind === 'FOUND' && (await isTaken(tx, scope, thirdpartyId, lookup.company))) return false
  const changed = await tx
    .updateTable('thirdparty')
    .set({
      ...(lookup.kind === 'FOUND' ? identityColumns(lookup.company, now) : {}),
      identity_status: lookup.kind === 'FOUND' ? 'COMPLETE' : 'NOT_FOUND',
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('identity_status', '=', 'PENDING')
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return true
  record(tx, scope, {
    name: 'THIRD_PARTY_INFORMATION_UPDATED',
    thirdpartyId,
    data: {
      before: { identityStatus: 'PENDING' },
      after:
        lookup.kind === 'FOUND'
          ? { identityStatus: 'COMPLETE', ...lookup.company }
          : { identityStatus: 'NOT_FOUND' },
    },
  })
  return true
}

async function isTaken(tx: Tx, scope: Scope, thirdpartyId: number, company: CompanyRecord): Promise<boolean> {
  const other = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '<>', thirdpartyId)
    .where((where) =>
      where.or([
        where('siren', '=', company.siren),
        where('vat_number', '=', company.vatNumber),
        where('duns', '=', company.duns),
        where('lei', '=', company.lei),
      ]),
    )
    .executeTakeFirst()
  return other !== undefined
}

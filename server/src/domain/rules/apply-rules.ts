import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { openDossiers, type OpenedDossier } from '../evaluation/index.ts'
import { matchesOf, toOpen } from './matches.queries.ts'
import { listRules } from './rules.queries.ts'

/**
 * Opens what the active rules ask of these third parties and is not open. Running it twice, or twice at once,
 * opens nothing twice: the index of open dossiers decides.
 */
export async function applyRules(
  tx: Tx,
  scope: Scope,
  { thirdpartyIds, again = false }: { thirdpartyIds: readonly number[]; again?: boolean },
): Promise<OpenedDossier[]> {
  const rules = await listRules(tx, scope, true)
  if (rules.length === 0 || thirdpartyIds.length === 0) return []
  const found = await toOpen(tx, matchesOf(scope, rules, { thirdpartyIds, again }))
  const locked = await lockLive(
    tx,
    scope,
    found.map(({ thirdpartyId }) => thirdpartyId),
  )
  const openings = found.filter(({ thirdpartyId }) => locked.has(thirdpartyId))
  return openDossiers(
    tx,
    scope,
    openings.map(({ thirdpartyId, typeCode, ruleId, dueDays }) => ({
      thirdpartyId,
      typeCode,
      ruleId,
      dueDays,
      origin: 'RULE' as const,
      renews: null,
      reference: null,
      description: null,
      expirationDate: null,
      dueDate: null,
      furtherDocuments: [],
    })),
  )
}

/** One that is being archived at this moment is left out instead of stopping all the others. */
async function lockLive(tx: Tx, scope: Scope, thirdpartyIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where((where) => where('thirdparty_id', '=', where.fn.any(where.val([...new Set(thirdpartyIds)]))))
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.thirdparty_id))
}

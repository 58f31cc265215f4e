import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { reviewCauses } from '../thirdparties/index.ts'

export type Cause = (typeof reviewCauses)[number]

/** OFF: nothing. ASK: somebody has to decide, and until then the decision holds. SUSPEND: until then it does not. */
export const effects = ['OFF', 'ASK', 'SUSPEND'] as const
export type Effect = (typeof effects)[number]

export type Policy = Readonly<Record<Cause, Effect>>

export interface KnownPolicy {
  readonly causes: Policy
  readonly version: number
}

/** Whoever gave a decision an end wants to be asked then; all else is for the account to choose. */
const initialPolicy: Policy = {
  EXPIRY: 'ASK',
  DOSSIER_INVALID: 'OFF',
  COLLECTIVE_PROCEDURE: 'OFF',
  STRUCK_OFF: 'OFF',
  LIST_HIT: 'OFF',
  OVERDUE: 'OFF',
}

export async function readPolicy(tx: ReadTx, { accountId }: Scope): Promise<KnownPolicy> {
  const row = await tx
    .selectFrom('relationship_policy')
    .select([
      'expiry',
      'dossier_invalid',
      'collective_procedure',
      'struck_off',
      'list_hit',
      'overdue',
      'version',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return { causes: initialPolicy, version: 0 }
  const causes = {
    EXPIRY: row.expiry as Effect,
    DOSSIER_INVALID: row.dossier_invalid as Effect,
    COLLECTIVE_PROCEDURE: row.collective_procedure as Effect,
    STRUCK_OFF: row.struck_off as Effect,
    LIST_HIT: row.list_hit as Effect,
    OVERDUE: row.overdue as Effect,
  }
  return { causes, version: row.version }
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope, type Theme } from '../../platform/kernel/index.ts'
import type { FindingState, Severity } from './finding.schema.ts'

export interface LockedFinding {
  readonly findingId: number
  readonly thirdpartyId: number
  readonly source: string
  readonly theme: Theme
  readonly severity: Severity
  readonly title: string
  readonly description: string | null
  readonly state: FindingState
  readonly version: number
}

/** The company of a finding: there, and not archived before it is written. */
export async function holdCompany(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<void> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('archived_at')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  if (row.archived_at !== null) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
}

/** Whoever changes a finding or its actions begins here: its company first, as everybody does. */
export async function lockFinding(
  tx: Tx,
  scope: Scope,
  findingId: number,
  checkVersion?: (version: number) => void,
): Promise<LockedFinding> {
  const { accountId } = scope
  const place = await tx
    .selectFrom('finding')
    .select('thirdparty_id')
    .where('account_id', '=', accountId)
    .where('finding_id', '=', findingId)
    .executeTakeFirst()
  if (!place) throw new AppError('FINDING_NOT_FOUND', { findingId })
  await holdCompany(tx, scope, place.thirdparty_id)
  const row = await tx
    .selectFrom('finding')
    .select(['source', 'theme', 'severity', 'title', 'description', 'state', 'version'])
    .where('account_id', '=', accountId)
    .where('finding_id', '=', findingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  checkVersion?.(row.version)
  return { ...row, findingId, thirdpartyId: place.thirdparty_id } as LockedFinding
}

export async function lockOpenFinding(
  tx: Tx,
  scope: Scope,
  findingId: number,
  checkVersion?: (version: number) => void,
): Promise<LockedFinding> {
  const locked = await lockFinding(tx, scope, findingId, checkVersion)
  const { state } = locked
  if (state === 'CLOSED' || state === 'DISMISSED') throw new AppError('FINDING_ENDED', { findingId, state })
  return locked
}

/** The state follows from the actions; whatever is written of a finding or its actions ends here. */
export async function settleFinding(tx: Tx, { accountId }: Scope, findingId: number): Promise<void> {
  await sql`
    update finding f set version = f.version + 1, state = case when f.closed_at is not null then f.state
      when a.live = 0 then 'OPEN' when a.submitted > 0 or a.owed = 0 then 'TO_VERIFY' else 'IN_PROGRESS' end
    from (
      select count(*) filter (where state <> 'CANCELLED') as live,
        count(*) filter (where state = 'SUBMITTED') as submitted, count(*) filter (where state = 'OPEN') as owed
      from corrective_action where account_id = ${accountId} and finding_id = ${findingId}) a
    where f.account_id = ${accountId} and f.finding_id = ${findingId}`.execute(tx)
}

/** A grave finding caps an indicator while it is open. */
export async function enqueueCap(tx: Tx, { accountId }: Scope, thirdpartyId: number): Promise<void> {
  const jobKey = `indicators.recompute:${accountId}:${thirdpartyId}`
  await enqueue(tx, 'indicators.recompute', { accountId, thirdpartyIds: [thirdpartyId] }, { jobKey })
}

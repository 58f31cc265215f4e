import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { enqueueCheckAnswers } from '../answers/enqueue-check-answers.ts'
import { lockDossier, type LockedDossier } from '../status/lock.ts'
import { enqueueApprovals, reopenApprovals, settleDossiers } from '../status/settle.ts'
import { alreadyOpen, findOpenDossier } from './dossiers.queries.ts'

interface Command {
  readonly dossierId: number
  readonly expectVersion: (version: number) => void
}

/** Open already: nothing happens. What the archiving stopped is asked for again; statuses are those of today. */
export async function reactivateDossier(tx: Tx, scope: Scope, command: Command): Promise<void> {
  const { dossierId } = command
  const locked = await lockWithThirdParty(tx, scope, dossierId)
  command.expectVersion(locked.version)
  if (!locked.archived) return
  const existing = await findOpenDossier(tx, scope, locked)
  if (existing !== null) throw alreadyOpen(existing)
  const { accountId } = scope
  const { rows: resumed } = await sql<{ code: string }>`
    update document c set stopped_at = null, version = c.version + 1, updated_at = account_now(${accountId})
    from dossier d
    where c.account_id = ${accountId} and c.dossier_id = ${dossierId} and d.account_id = ${accountId}
      and d.dossier_id = ${dossierId} and c.stopped_at = d.archived_at
    returning c.code`.execute(tx)
  await sql`
    update dossier set archived_at = null, version = version + 1, updated_at = account_now(${accountId})
    where account_id = ${accountId} and dossier_id = ${dossierId}`.execute(tx)
  record(tx, scope, {
    name: 'DOSSIER_REACTIVATED',
    thirdpartyId: locked.thirdpartyId,
    dossierId,
    data: { before: { archived: true }, after: { archived: false } },
  })
  await resumeChecks(tx, scope, dossierId)
  // In the archive they did not follow what was found meanwhile.
  const { thirdpartyId } = locked
  await enqueueCheckAnswers(
    tx,
    scope,
    resumed.map(({ code }) => ({ thirdpartyId, code })),
  )
  await reopenApprovals(tx, scope, [dossierId], 'REACTIVATED')
  await settleDossiers(tx, scope, [dossierId])
  await enqueueApprovals(tx, scope, [dossierId])
}

/** Answers whose checks ended in the archive without a result, since nothing changes there. */
async function resumeChecks(tx: Tx, scope: Scope, dossierId: number): Promise<void> {
  const { accountId } = scope
  const { rows } = await sql<{ responseId: number }>`
    select response_id as "responseId" from response
    where account_id = ${accountId} and dossier_id = ${dossierId} and state = 'CHECKING'`.execute(tx)
  for (const { responseId } of rows) await enqueue(tx, 'responses.check', { accountId, responseId })
}

/**
 * For whoever makes a dossier open: holds its third party first, as archiving a third party does, so that none
 * of its dossiers is archived, opened or reactivated at the same time.
 */
export async function lockWithThirdParty(tx: Tx, scope: Scope, dossierId: number): Promise<LockedDossier> {
  const { rows } = await sql<{ id: number; archived: boolean }>`
    select t.thirdparty_id as id, t.archived_at is not null as archived
    from dossier d join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    where d.account_id = ${scope.accountId} and d.dossier_id = ${dossierId}
    for no key update of t`.execute(tx)
  const [thirdParty] = rows
  if (!thirdParty) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  if (thirdParty.archived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId: thirdParty.id })
  return lockDossier(tx, scope, dossierId)
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { ArchiveStep } from '../../thirdparties/index.ts'
import { followDossiers } from '../status/dossier-summary.ts'
import { lockDossier } from '../status/lock.ts'

interface Stopped {
  dossierId: number
  thirdpartyId: number
  documentId: number
  code: string
}

interface Open {
  readonly dossierId: number
  readonly thirdpartyId: number
}

/** Archived already: nothing happens. */
export async function archiveDossier(
  tx: Tx,
  scope: Scope,
  command: { readonly dossierId: number; readonly expectVersion: (version: number) => void },
): Promise<void> {
  const locked = await lockDossier(tx, scope, command.dossierId)
  command.expectVersion(locked.version)
  if (!locked.archived) await archiveHeld(tx, scope, [locked])
}

/** When a third party ends, so do its dossiers. Nobody can open one meanwhile: the third party is locked. */
export const archiveDossiersOfThirdParty: ArchiveStep = {
  name: 'dossiers',
  run: async (tx, scope, thirdpartyId) => {
    const { rows } = await sql<Open>`
      select dossier_id as "dossierId", thirdparty_id as "thirdpartyId" from dossier
      where account_id = ${scope.accountId} and thirdparty_id = ${thirdpartyId} and archived_at is null
      order by dossier_id for update`.execute(tx)
    await archiveHeld(tx, scope, rows)
  },
}

/** Stops what these open dossiers ask for and freezes them; the caller holds them. */
export async function archiveHeld(tx: Tx, scope: Scope, dossiers: readonly Open[]): Promise<void> {
  if (dossiers.length === 0) return
  const stopped = await freeze(
    tx,
    scope,
    dossiers.map(({ dossierId }) => dossierId),
  )
  for (const { dossierId, thirdpartyId } of dossiers) {
    for (const { documentId, code } of stopped.filter((one) => one.dossierId === dossierId)) {
      const data = { documentCode: code, reason: 'DOSSIER_ARCHIVED' } as const
      record(tx, scope, { name: 'DOCUMENT_STOPPED', thirdpartyId, dossierId, documentId, data })
    }
    const data = { before: { archived: false }, after: { archived: true } }
    record(tx, scope, { name: 'DOSSIER_ARCHIVED', thirdpartyId, dossierId, data })
  }
  await followDossiers(
    tx,
    scope,
    dossiers.map(({ thirdpartyId }) => thirdpartyId),
  )
}

/** One moment for both: documents stopped at the moment of the archiving are those that come back with it. */
async function freeze(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<Stopped[]> {
  const { accountId } = scope
  const { rows } = await sql<Stopped>`
    with clock as materialized (select account_now(${accountId}) as moment), archived as (
      update dossier set archived_at = moment, version = version + 1, updated_at = moment from clock
      where account_id = ${accountId} and dossier_id = any(${[...dossierIds]}::bigint[])
    ), stopped as (
      update document set stopped_at = moment, version = version + 1, updated_at = moment from clock
      where account_id = ${accountId} and dossier_id = any(${[...dossierIds]}::bigint[]) and stopped_at is null
      returning document_id, dossier_id, thirdparty_id, code)
    select document_id as "documentId", dossier_id as "dossierId", thirdparty_id as "thirdpartyId", code
    from stopped order by document_id`.execute(tx)
  return rows
}

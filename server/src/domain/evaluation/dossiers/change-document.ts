import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { lockRequiredDocument, lockDocument, type LockedDocument } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import { refuseTyped } from './dossier-types.queries.ts'

interface Command {
  readonly dossierId: number
  readonly documentId: number
  readonly expectVersion: (version: number) => void
}

interface ChangeDocument extends Command {
  readonly dueDate: string | null | undefined
  readonly required: boolean | undefined
}

export async function changeDocument(tx: Tx, scope: Scope, command: ChangeDocument): Promise<void> {
  const locked = await lockRequiredDocument(tx, scope, command)
  command.expectVersion(locked.version)
  const { dueDate = locked.dueDate, required = locked.required } = command
  // What is required is the type's to say where the type fixes it; when it is due is not.
  if (required !== locked.required) await refuseTyped(tx, scope, locked.dossier)
  const before = { dueDate: locked.dueDate, required: locked.required }
  const after = { dueDate, required }
  const changed = (['dueDate', 'required'] as const).filter((name) => before[name] !== after[name])
  if (changed.length === 0) return
  const pickChanged = (from: typeof before) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  await sql`
    update document set due_date = ${dueDate}, required = ${required}, version = version + 1,
      updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = ${locked.documentId}`.execute(tx)
  const data = { before: pickChanged(before), after: pickChanged(after) }
  record(tx, scope, { name: 'DOCUMENT_MODIFICATION', ...placeOf(locked), data })
  await settleDossiers(tx, scope, [locked.dossierId])
}

/** Stopped already: nothing happens. */
export async function stopDocument(tx: Tx, scope: Scope, command: Command): Promise<void> {
  const locked = await lockDocument(tx, scope, command)
  command.expectVersion(locked.version)
  if (locked.stopped) return
  await refuseTyped(tx, scope, locked.dossier)
  await sql`
    update document set stopped_at = moment, version = version + 1, updated_at = moment
    from account_now(${scope.accountId}) moment
    where account_id = ${scope.accountId} and document_id = ${locked.documentId}`.execute(tx)
  const { thirdpartyId, dossierId, code } = locked
  const data = { documentCode: code, reason: 'NO_LONGER_REQUIRED' } as const
  record(tx, scope, { name: 'DOCUMENT_STOPPED', ...placeOf(locked), data })
  const stoppedData = { stopped: [code] }
  record(tx, scope, { name: 'DOSSIER_DOCUMENTS_UPDATED', thirdpartyId, dossierId, data: stoppedData })
  await settleDossiers(tx, scope, [dossierId])
}

function placeOf({ thirdpartyId, dossierId, documentId }: LockedDocument) {
  return { thirdpartyId, dossierId, documentId }
}

import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { holdAskedDocument, holdDocument, type HeldDocument } from '../status/hold.ts'
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
  const held = await holdAskedDocument(tx, scope, command)
  command.expectVersion(held.version)
  const { dueDate = held.dueDate, required = held.required } = command
  // What is required is the type's to say where the type fixes it; when it is due is not.
  if (required !== held.required) await refuseTyped(tx, scope, held.dossier)
  const before = { dueDate: held.dueDate, required: held.required }
  const after = { dueDate, required }
  const changed = (['dueDate', 'required'] as const).filter((name) => before[name] !== after[name])
  if (changed.length === 0) return
  const picked = (from: typeof before) => Object.fromEntries(changed.map((name) => [name, from[name]]))
  await sql`
    update document set due_date = ${dueDate}, required = ${required}, version = version + 1,
      updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = ${held.documentId}`.execute(tx)
  const data = { before: picked(before), after: picked(after) }
  record(tx, scope, { name: 'DOCUMENT_MODIFICATION', ...placeOf(held), data })
  await settleDossiers(tx, scope, [held.dossierId])
}

/** Stopped already: nothing happens. */
export async function stopDocument(tx: Tx, scope: Scope, command: Command): Promise<void> {
  const held = await holdDocument(tx, scope, command)
  command.expectVersion(held.version)
  if (held.stopped) return
  await refuseTyped(tx, scope, held.dossier)
  await sql`
    update document set stopped_at = moment, version = version + 1, updated_at = moment
    from account_now(${scope.accountId}) moment
    where account_id = ${scope.accountId} and document_id = ${held.documentId}`.execute(tx)
  const { thirdpartyId, dossierId, code } = held
  const data = { documentCode: code, reason: 'NO_LONGER_REQUIRED' }
  record(tx, scope, { name: 'DOCUMENT_STOPPED', ...placeOf(held), data })
  const told = { stopped: [code] }
  record(tx, scope, { name: 'DOSSIER_DOCUMENTS_UPDATED', thirdpartyId, dossierId, data: told })
  await settleDossiers(tx, scope, [dossierId])
}

function placeOf({ thirdpartyId, dossierId, documentId }: HeldDocument) {
  return { thirdpartyId, dossierId, documentId }
}

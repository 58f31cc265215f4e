import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Reference } from './external-reference.ts'
import { getReference, listReferences } from './external-references.queries.ts'
import { holdSubject, tellReference, type ReferencedPath } from './referenced-subject.ts'

const mostReferences = 50

interface SetReference {
  readonly path: ReferencedPath
  readonly system: string
  readonly value: string
  /** Throws when the caller saw another version of the record. */
  readonly expectVersion: (version: number) => void
}

export async function setReference(tx: Tx, scope: Scope, command: SetReference): Promise<Reference> {
  const { path, system, value, expectVersion } = command
  const of = await holdSubject(tx, scope, path, expectVersion)
  const known = await listReferences(tx, scope, path.subject)
  const before = known.find((one) => one.system === system)?.value ?? null
  if (before === value) return { system, value }
  if (before === null && known.length >= mostReferences)
    throw new AppError('REFERENCE_LIMIT_REACHED', { max: mostReferences })
  if (before !== null) await deleteReference(tx, scope, path.subject, system)
  // The unique constraint decides, so two that give one reference at the same instant cannot both win.
  const added = await tx
    .insertInto('external_reference')
    .values({
      account_id: scope.accountId,
      subject: path.subject,
      system,
      kind: path.kind,
      thirdparty_id: of.thirdpartyId,
      value,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  if (!added) throw await takenReference(tx, scope, command)
  await tellReference(tx, scope, of, { system, before, after: value })
  return { system, value }
}

export async function removeReference(
  tx: Tx,
  scope: Scope,
  { path, system, expectVersion }: Omit<SetReference, 'value'>,
): Promise<void> {
  const of = await holdSubject(tx, scope, path, expectVersion)
  const { value: before } = await getReference(tx, scope, { subject: path.subject, system })
  await deleteReference(tx, scope, path.subject, system)
  await tellReference(tx, scope, of, { system, before, after: null })
}

async function deleteReference(tx: Tx, scope: Scope, subject: number, system: string): Promise<void> {
  await tx
    .deleteFrom('external_reference')
    .where('account_id', '=', scope.accountId)
    .where('subject', '=', subject)
    .where('system', '=', system)
    .execute()
}

async function takenReference(
  tx: Tx,
  { accountId }: Scope,
  { path, system, value }: SetReference,
): Promise<AppError> {
  const holder = await tx
    .selectFrom('external_reference')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('kind', '=', path.kind)
    .where('system', '=', system)
    .where('value', '=', value)
    .executeTakeFirst()
  if (!holder) return new AppError('REFERENCE_TAKEN_ELSEWHERE', { system })
  const existingId = holder.subject
  const name = path.kind === 'DOSSIER' ? 'existingDossierId' : 'existingThirdpartyId'
  return new AppError('REFERENCE_TAKEN', { system, existingId }, { members: { [name]: existingId } })
}

import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { ReferencedKind } from './external-reference.ts'

/** A third party or a dossier by its number. */
export interface ReferencedPath {
  readonly kind: ReferencedKind
  readonly subject: number
}

export interface ReferencedSubject extends ReferencedPath {
  readonly thirdpartyId: number
}

interface SubjectRow {
  readonly thirdpartyId: number
  readonly version: number
  readonly archived: boolean
}

/** Throws if it is not there or not seen. */
export async function requireSubject(tx: ReadTx, scope: Scope, path: ReferencedPath): Promise<void> {
  if (!(await findSubject(tx, scope, path, sql``))) throw notFound(path)
}

/** Held for the rest of the transaction. What is archived stays as it was. */
export async function holdSubject(
  tx: Tx,
  scope: Scope,
  path: ReferencedPath,
  expectVersion: (version: number) => void,
): Promise<ReferencedSubject> {
  const found = await findSubject(tx, scope, path, sql`for no key update`)
  if (!found) throw notFound(path)
  expectVersion(found.version)
  if (found.archived && path.kind === 'DOSSIER')
    throw new AppError('DOSSIER_ARCHIVED', { dossierId: path.subject })
  if (found.archived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId: path.subject })
  return { ...path, thirdpartyId: found.thirdpartyId }
}

async function findSubject(
  tx: ReadTx,
  { accountId }: Scope,
  { kind, subject }: ReferencedPath,
  lock: ReturnType<typeof sql>,
): Promise<SubjectRow | undefined> {
  const columns = sql`thirdparty_id as "thirdpartyId", version, archived_at is not null as archived`
  const found =
    kind === 'DOSSIER'
      ? sql<SubjectRow>`select ${columns} from dossier
          where account_id = ${accountId} and dossier_id = ${subject} ${lock}`
      : sql<SubjectRow>`select ${columns} from thirdparty
          where account_id = ${accountId} and thirdparty_id = ${subject} ${lock}`
  const { rows } = await found.execute(tx)
  return rows[0]
}

function notFound({ kind, subject }: ReferencedPath): AppError {
  return kind === 'DOSSIER'
    ? new AppError('DOSSIER_NOT_FOUND', { dossierId: subject })
    : new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: subject })
}

interface ReferenceChange {
  readonly system: string
  readonly before: string | null
  readonly after: string | null
}

/** The change is told, and the record has another version: it shows its references. */
export async function tellReference(
  tx: Tx,
  scope: Scope,
  { kind, subject, thirdpartyId }: ReferencedSubject,
  { system, before, after }: ReferenceChange,
): Promise<void> {
  const data = { kind: 'REFERENCE' as const, system, before: { value: before }, after: { value: after } }
  const { accountId } = scope
  if (kind === 'DOSSIER') {
    record(tx, scope, { name: 'DOSSIER_UPDATED', thirdpartyId, dossierId: subject, data })
    await sql`update dossier set version = version + 1
      where account_id = ${accountId} and dossier_id = ${subject}`.execute(tx)
    return
  }
  record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId, data })
  await sql`update thirdparty set version = version + 1
    where account_id = ${accountId} and thirdparty_id = ${subject}`.execute(tx)
}

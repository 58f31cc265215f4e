import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record, withWords } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { lockOpenDossier } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import type { OwnFields } from './dossier.schema.ts'

interface ChangeDossier {
  readonly dossierId: number
  readonly own: OwnFields
  /** Throws when the caller saw another version. */
  readonly expectVersion: (version: number) => void
}

// A description is prose; the rest are numbers and dates of the business.
const prose = ['description']
const names = ['reference', 'description', 'expirationDate', 'dueDate'] as const
type Own = Record<(typeof names)[number], string | null>

export async function changeDossier(tx: Tx, scope: Scope, command: ChangeDossier): Promise<void> {
  const { dossierId, own } = command
  const locked = await lockOpenDossier(tx, scope, dossierId)
  command.expectVersion(locked.version)
  const known = await ownOf(tx, scope, dossierId)
  const changed = names.filter((name) => own[name] !== undefined && own[name] !== known[name])
  if (changed.length === 0) return
  const after: Own = { ...known, ...own }
  await sql`
    update dossier set reference = ${after.reference}, description = ${after.description},
      expiration_date = ${after.expirationDate}, due_date = ${after.dueDate}, version = version + 1,
      updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and dossier_id = ${dossierId}`.execute(tx)
  const beforeAndAfter = (fields: readonly (keyof Own)[]) => ({
    before: pickFields(known, fields),
    after: pickFields(after, fields),
  })
  record(tx, scope, {
    name: 'DOSSIER_UPDATED',
    thirdpartyId: locked.thirdpartyId,
    dossierId,
    ...withWords(
      scope.actor,
      // Named here too: that it was changed is known even when the words are erased.
      { changed, ...beforeAndAfter(changed.filter((name) => !prose.includes(name))) },
      beforeAndAfter(changed.filter((name) => prose.includes(name))),
    ),
  })
  await settleDossiers(tx, scope, [dossierId])
}

function pickFields(values: Own, fields: readonly (keyof Own)[]): Partial<Own> {
  return Object.fromEntries(fields.map((name) => [name, values[name]]))
}

async function ownOf(tx: Tx, scope: Scope, dossierId: number): Promise<Own> {
  const { rows } = await sql<Own>`
    select reference, description, expiration_date as "expirationDate", due_date as "dueDate"
    from dossier where account_id = ${scope.accountId} and dossier_id = ${dossierId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error(`Dossier ${dossierId} is held and not there.`)
  return found
}

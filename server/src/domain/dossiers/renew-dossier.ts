import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { archiveHeld } from './archive-dossiers.ts'
import type { OwnFields } from './dossier.schema.ts'
import type { HeldDossier } from './hold-dossier.ts'
import { openingOf } from './open-dossier.ts'
import { openDossiers } from './open-dossiers.ts'
import { holdWithThirdParty } from './reactivate-dossier.ts'

export interface RenewDossier {
  readonly dossierId: number
  /** Of the new one; a reference that is not given is that of the former. */
  readonly own: OwnFields
  readonly expectVersion: (version: number) => void
}

/** Archives the dossier and opens the one that follows it, both or neither. Returns the new one's id. */
export async function renewDossier(tx: Tx, scope: Scope, command: RenewDossier): Promise<number> {
  const { dossierId } = command
  const held = await holdWithThirdParty(tx, scope, dossierId)
  command.expectVersion(held.version)
  if (held.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  const { furtherDocuments, ...kept } = await whatStays(tx, scope, held)
  await archiveHeld(tx, scope, [held])
  const { thirdpartyId, typeCode } = held
  const place = { thirdpartyId, typeCode, origin: 'RENEWAL' as const, renews: dossierId }
  const [opened] = await openDossiers(tx, scope, [
    { ...openingOf({ ...kept, ...command.own }), ...place, furtherDocuments },
  ])
  if (!opened) throw new Error('The dossier that was archived is still in the way of its renewal.')
  return opened.dossierId
}

interface Kept {
  reference: string | null
  description: string | null
  furtherDocuments: string[]
}

/** What was asked beyond the type is asked again, as far as the catalogue still has it. */
async function whatStays(tx: Tx, scope: Scope, { dossierId }: HeldDossier): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select d.reference, d.description, array(
      select c.code from document c
      join document_type t on t.account_id = c.account_id and t.code = c.code and t.archived_at is null
      where c.account_id = d.account_id and c.dossier_id = d.dossier_id and c.stopped_at is null
        and c.required and not (v.definition -> 'typed')::boolean
        and not v.definition -> 'documents' @> jsonb_build_array(jsonb_build_object('code', c.code))
      order by c.document_id) as "furtherDocuments"
    from dossier d
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    where d.account_id = ${scope.accountId} and d.dossier_id = ${dossierId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error(`Dossier ${dossierId} is held and not there.`)
  return found
}

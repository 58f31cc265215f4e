import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { carryAnswers } from '../answers/carry-answers.ts'
import type { HeldDossier } from '../status/hold.ts'
import { settleDossiers } from '../status/settle.ts'
import { archiveHeld } from './archive-dossiers.ts'
import type { OwnFields } from './dossier.schema.ts'
import { openingOf } from './open-dossier.ts'
import { openDossiers } from './open-dossiers.ts'
import { holdWithThirdParty } from './reactivate-dossier.ts'

interface RenewDossier {
  readonly dossierId: number
  /** Of the new one; a reference that is not given is that of the former. */
  readonly own: OwnFields
  readonly expectVersion: (version: number) => void
}

/** Archives the dossier and opens the one that follows it, both or neither. Returns the new one's id. */
export async function renewDossier(tx: Tx, scope: Scope, command: RenewDossier): Promise<number> {
  const { dossierId, own } = command
  const held = await holdWithThirdParty(tx, scope, dossierId)
  command.expectVersion(held.version)
  if (held.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  const [opened] = await renewHeld(tx, scope, [held], own)
  if (opened === undefined) {
    throw new Error('The dossier that was archived is still in the way of its renewal.')
  }
  return opened
}

type Renewed = Pick<HeldDossier, 'dossierId' | 'thirdpartyId' | 'typeCode'>

/** The same for many at once; the caller holds them, open, and their third parties before them. */
export async function renewHeld(
  tx: Tx,
  scope: Scope,
  held: readonly Renewed[],
  own: OwnFields = {},
): Promise<number[]> {
  const kept = await whatStays(tx, scope, held)
  await archiveHeld(tx, scope, held)
  const opened = await openDossiers(
    tx,
    scope,
    held.map(({ dossierId, thirdpartyId, typeCode }) => {
      const { furtherDocuments = [], ...said } = kept.get(dossierId) ?? {}
      const place = { thirdpartyId, typeCode, origin: 'RENEWAL' as const, renews: dossierId }
      return { ...openingOf({ ...said, ...own }), ...place, furtherDocuments }
    }),
  )
  const former = new Map(held.map((one) => [placeKey(one), one.dossierId]))
  const successions = opened.map((one) => ({ from: former.get(placeKey(one)) ?? 0, to: one.dossierId }))
  const carriedTo = await carryAnswers(tx, scope, successions)
  if (carriedTo.length > 0) await settleDossiers(tx, scope, carriedTo)
  return opened.map(({ dossierId }) => dossierId)
}

const placeKey = ({ thirdpartyId, typeCode }: Omit<Renewed, 'dossierId'>) => `${thirdpartyId} ${typeCode}`

interface Kept {
  reference: string | null
  description: string | null
  furtherDocuments: string[]
}

/** What was asked beyond the type is asked again, as far as the catalogue still has it. */
async function whatStays(tx: Tx, scope: Scope, held: readonly Renewed[]): Promise<Map<number, Kept>> {
  const ids = held.map(({ dossierId }) => dossierId)
  const { rows } = await sql<Kept & { dossierId: number }>`
    select d.dossier_id as "dossierId", d.reference, d.description, array(
      select c.code from document c
      join document_type t on t.account_id = c.account_id and t.code = c.code and t.archived_at is null
      where c.account_id = d.account_id and c.dossier_id = d.dossier_id and c.stopped_at is null
        and c.required and not (v.definition -> 'typed')::boolean
        and not v.definition -> 'documents' @> jsonb_build_array(jsonb_build_object('code', c.code))
      order by c.document_id) as "furtherDocuments"
    from dossier d
    join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    where d.account_id = ${scope.accountId} and d.dossier_id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ dossierId, ...kept }) => [dossierId, kept]))
}

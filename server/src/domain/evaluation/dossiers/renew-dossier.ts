import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { carryAnswers } from '../answers/carry-answers.ts'
import type { LockedDossier } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import { archiveHeld } from './archive-dossiers.ts'
import type { OwnFields } from './dossier.schema.ts'
import { openingOf } from './open-dossier.ts'
import { openDossiers } from './open-dossiers.ts'
import { lockWithThirdParty } from './reactivate-dossier.ts'

interface RenewDossier {
  readonly dossierId: number
  /** Of the new one; a reference that is not given is that of the former. */
  readonly own: OwnFields
  readonly expectVersion: (version: number) => void
}

/** Archives the dossier and opens the one that follows it, both or neither. Returns the new one's id. */
export async function renewDossier(tx: Tx, scope: Scope, command: RenewDossier): Promise<number> {
  const { dossierId, own } = command
  const locked = await lockWithThirdParty(tx, scope, dossierId)
  command.expectVersion(locked.version)
  if (locked.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  const [opened] = await renewLockedDossiers(tx, scope, [locked], own)
  if (opened === undefined) {
    throw new Error('The dossier that was archived is still in the way of its renewal.')
  }
  return opened
}

type Renewed = Pick<LockedDossier, 'dossierId' | 'thirdpartyId' | 'typeCode'>

/** The same for many at once; the caller holds them, open, and their third parties before them. */
export async function renewLockedDossiers(
  tx: Tx,
  scope: Scope,
  locked: readonly Renewed[],
  own: OwnFields = {},
): Promise<number[]> {
  const carriedOver = await loadCarriedOver(tx, scope, locked)
  await archiveHeld(tx, scope, locked)
  const opened = await openDossiers(
    tx,
    scope,
    locked.map(({ dossierId, thirdpartyId, typeCode }) => {
      const { furtherDocuments = [], ...said } = carriedOver.get(dossierId) ?? {}
      const place = { thirdpartyId, typeCode, origin: 'RENEWAL' as const, renews: dossierId }
      return { ...openingOf({ ...said, ...own }), ...place, furtherDocuments }
    }),
  )
  const former = new Map(locked.map((one) => [placeKey(one), one.dossierId]))
  const successions = opened.map((one) => ({ from: former.get(placeKey(one)) ?? 0, to: one.dossierId }))
  const carriedTo = await carryAnswers(tx, scope, successions)
  if (carriedTo.length > 0) await settleDossiers(tx, scope, carriedTo)
  return opened.map(({ dossierId }) => dossierId)
}

const placeKey = ({ thirdpartyId, typeCode }: Omit<Renewed, 'dossierId'>) => `${thirdpartyId} ${typeCode}`

interface CarriedOver {
  reference: string | null
  description: string | null
  furtherDocuments: string[]
}

/** What was asked beyond the type is asked again, as far as the catalogue still has it. */
async function loadCarriedOver(
  tx: Tx,
  scope: Scope,
  locked: readonly Renewed[],
): Promise<Map<number, CarriedOver>> {
  const ids = locked.map(({ dossierId }) => dossierId)
  const { rows } = await sql<CarriedOver & { dossierId: number }>`
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

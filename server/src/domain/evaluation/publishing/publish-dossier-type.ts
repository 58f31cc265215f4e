import { sql } from 'kysely'
import { recordSetting } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { dossierTypeFaults } from '../catalogue/catalogue-checks.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { applyType, publishedCodes } from './apply-type.task.ts'
import { changingDossiers, type ChangingDossier } from './changing-dossiers.queries.ts'
import { liveDocumentCodes } from './configured-document-types.queries.ts'
import {
  findConfiguredDossierType,
  type ConfiguredDossierType,
  type TypeVersion,
} from './configured-types.queries.ts'
import { lockCatalogue, refuseFaults } from './definition.ts'
import { isEmpty } from './dossier-change.ts'
import { approvalPartyFaults } from './step-faults.ts'

/** More open dossiers than this are brought along by a job, in batches. */
const maxAppliedAtOnce = 200
const maxTold = 100
const countedAtOnce = 1_000

export interface Publication {
  readonly version: number
  readonly openDossiers: number
  readonly changedDossiers: number
  readonly documentsAdded: number
  readonly documentsStopped: number
  readonly documentsChanged: number
  /** The first of them. */
  readonly dossiers: readonly (Pick<ChangingDossier, 'dossierId' | 'thirdpartyId' | 'name'> &
    ReturnType<typeof publishedCodes>)[]
  readonly application: 'NONE' | 'DONE' | 'BY_JOB'
}

interface Command {
  readonly code: string
  readonly applyToOpen: boolean
  /** Throws when the caller saw another state. */
  readonly guard: (present: ConfiguredDossierType) => void
}

/** What publishing the draft would do now. */
export async function tryPublication(tx: ReadTx, scope: Scope, command: Command): Promise<Publication> {
  const { draft, openDossiers } = await draftToPublish(tx, scope, command)
  const effect = command.applyToOpen ? await effectOn(tx, scope, draft) : noEffect()
  return { version: draft.version, openDossiers, ...effect, application: 'NONE' }
}

export async function publishDossierType(tx: Tx, scope: Scope, command: Command): Promise<Publication> {
  await lockCatalogue(tx, scope)
  const { code, applyToOpen } = command
  const { draft, openDossiers, published } = await draftToPublish(tx, scope, command)
  const { version, definition } = draft
  const effect = applyToOpen ? await effectOn(tx, scope, draft) : noEffect()
  await markPublished(tx, scope, { code, version })
  recordSetting(tx, scope, {
    setting: 'dossier-type',
    of: { code },
    before: { published: published?.version ?? null },
    after: { published: version, applyToOpen },
  })
  if (!applyToOpen) return { version, openDossiers, ...effect, application: 'NONE' }
  const isNow = openDossiers <= maxAppliedAtOnce
  if (isNow) await applyType(tx, scope, { definition, version, limit: maxAppliedAtOnce })
  await applyLater(tx, scope, { code, version, isUrgent: !isNow })
  return { version, openDossiers, ...effect, application: isNow ? 'DONE' : 'BY_JOB' }
}

/** Even where all was done at once: requests under way may still be opening dossiers of the former version. */
export async function applyLater(
  tx: Tx,
  { accountId }: Scope,
  { code, version, isUrgent }: { code: string; version: number; isUrgent: boolean },
): Promise<void> {
  const payload = { accountId, dossierTypeCode: code, typeVersion: version }
  await enqueue(tx, 'catalogue.apply', payload, isUrgent ? {} : { runAt: new Date(Date.now() + 60_000) })
}

export async function markPublished(
  tx: Tx,
  scope: Scope,
  { code, version }: { code: string; version: number },
): Promise<void> {
  await sql`
    update dossier_type_version set published_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and code = ${code} and type_version = ${version}`.execute(tx)
  await sql`
    insert into dossier_type (account_id, code, type_version, updated_at)
    values (${scope.accountId}, ${code}, ${version}, account_now(${scope.accountId}))
    on conflict (account_id, code) do update
    set type_version = excluded.type_version, updated_at = excluded.updated_at`.execute(tx)
}

async function draftToPublish(
  tx: ReadTx,
  scope: Scope,
  { code, guard }: Command,
): Promise<{ draft: TypeVersion; openDossiers: number; published: TypeVersion | null }> {
  const present = await findConfiguredDossierType(tx, scope, code)
  guard(present)
  const { draft, openDossiers, published } = present
  if (!draft) throw new AppError('DOSSIER_TYPE_NO_DRAFT', { code })
  // A document type may have been archived since the draft was written, and a team or unit deleted.
  refuseFaults([
    ...dossierTypeFaults(draft.definition, await liveDocumentCodes(tx, scope)),
    ...(await approvalPartyFaults(tx, scope, draft.definition)),
  ])
  return { draft, openDossiers, published }
}

type Effect = Omit<Publication, 'version' | 'openDossiers' | 'application'>

const noEffect = (): Effect => ({
  changedDossiers: 0,
  documentsAdded: 0,
  documentsStopped: 0,
  documentsChanged: 0,
  dossiers: [],
})

async function effectOn(tx: ReadTx, scope: Scope, draft: TypeVersion): Promise<Effect> {
  const changingQuery = { after: draft.definition satisfies DossierType, version: draft.version, hold: false }
  let effect = noEffect()
  for (let from = 0; ;) {
    const batch = await changingDossiers(tx, scope, { ...changingQuery, from, limit: countedAtOnce })
    const last = batch.at(-1)
    if (!last) return effect
    effect = withBatch(effect, batch)
    from = last.dossierId
  }
}

function withBatch(effect: Effect, batch: readonly ChangingDossier[]): Effect {
  const changing = batch.filter((dossier) => !isEmpty(dossier))
  const reported = changing.slice(0, maxTold - effect.dossiers.length).map((dossier) => {
    const { dossierId, thirdpartyId, name } = dossier
    return { dossierId, thirdpartyId, name, ...publishedCodes(dossier) }
  })
  const sum = (count: (dossier: ChangingDossier) => number) =>
    changing.reduce((total, one) => total + count(one), 0)
  return {
    changedDossiers: effect.changedDossiers + changing.length,
    documentsAdded: effect.documentsAdded + sum(({ added }) => added.length),
    documentsStopped: effect.documentsStopped + sum(({ stopped }) => stopped.length),
    documentsChanged: effect.documentsChanged + sum(({ changed }) => changed.length),
    dossiers: [...effect.dossiers, ...reported],
  }
}

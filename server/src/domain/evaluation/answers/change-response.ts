import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { formatDate, type Scope } from '../../../platform/kernel/index.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import {
  lockRequiredResponse,
  notEditable,
  eventPlace,
  stateAfter,
  type LockedResponse,
} from '../status/lock.ts'
import { refuseOwnAnswer } from './suppliers.ts'
import type { ResponseScope, ResponseState } from '../status/response-states.ts'
import { settleDossiers } from '../status/settle.ts'
import { datesOf } from './answer-dates.ts'
import { evidencesOf } from './evidences.ts'
import { offerForReuse } from './reuse-answers.ts'
import { enqueueChecks } from './send-to-checks.ts'
import { withContributor } from './suppliers.ts'

interface ChangeResponse {
  readonly responseId: number
  readonly effectiveDate: string | null | undefined
  /** Null: back to what the type's policy says. */
  readonly expirationDate: string | null | undefined
  readonly scope: ResponseScope | undefined
  readonly expectVersion: (version: number) => void
}

interface Dating {
  effectiveDate: string | null
  expirationDate: string | null
  expirationCorrected: boolean
}

const changeable: readonly ResponseState[] = ['DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED']

/** Corrects the dates of an answer or how far it reaches. New dates before a decision are checked again. */
export async function changeResponse(tx: Tx, scope: Scope, command: ChangeResponse): Promise<void> {
  const locked = await lockRequiredResponse(tx, scope, command.responseId)
  command.expectVersion(locked.version)
  await refuseOwnAnswer(tx, scope, locked)
  if (!changeable.includes(locked.state)) throw notEditable(locked)
  const dated = await changeDates(tx, scope, locked, command)
  const scoped = await changeScope(tx, scope, locked, command.scope)
  if (dated || scoped) await settleDossiers(tx, scope, [locked.document.dossierId])
}

async function changeDates(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  command: ChangeResponse,
): Promise<boolean> {
  const { responseId } = locked
  const before = pick(locked)
  const after = await datingAfter(tx, scope, locked, command)
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  const underWay = locked.state === 'CHECKING' || locked.state === 'PENDING'
  const state = underWay ? stateAfter(locked, 'CORRECT') : locked.state
  await tx
    .updateTable('response')
    .set((eb) => ({
      effective_date: after.effectiveDate,
      expiration_date: after.expirationDate,
      expiration_corrected: after.expirationCorrected,
      state,
      // What was found and approved was about other dates.
      ...(underWay && { check_attempt: null, check_outcome: null, first_approval: null }),
      contributors: withContributor(scope.actor),
      version: eb('version', '+', 1),
      updated_at: sql<Date>`account_now(${scope.accountId})`,
    }))
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .execute()
  const data = { responseId, before, after }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...eventPlace(locked), data })
  if (underWay) await enqueueChecks(tx, scope, responseId)
  return true
}

async function datingAfter(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  { effectiveDate = locked.effectiveDate, expirationDate }: ChangeResponse,
): Promise<Dating> {
  if (typeof expirationDate === 'string') {
    return { effectiveDate, expirationDate, expirationCorrected: true }
  }
  if (
    expirationDate === undefined &&
    (locked.expirationCorrected || effectiveDate === locked.effectiveDate)
  ) {
    return { ...pick(locked), effectiveDate }
  }
  const type = await documentTypeAt(tx, scope, locked.document)
  const parts = await evidencesOf(tx, scope, locked.responseId)
  const dates = await datesOf(tx, scope, type, {
    thirdpartyId: locked.document.thirdpartyId,
    effectiveDate,
    formdata: parts.find(({ kind }) => kind === 'FORM')?.formdata ?? null,
    uploadDate: formatDate(locked.sentAt),
  })
  return { ...dates, expirationCorrected: false }
}

function pick({ effectiveDate, expirationDate, expirationCorrected }: Dating): Dating {
  return { effectiveDate, expirationDate, expirationCorrected }
}

async function changeScope(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  wanted: ResponseScope = locked.scope,
): Promise<boolean> {
  if (wanted === locked.scope) return false
  const { responseId } = locked
  await sql`
    update response set scope = ${wanted}, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  const data = { responseId, before: { scope: locked.scope }, after: { scope: wanted } }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_SCOPE_UPDATED', ...eventPlace(locked), data })
  if (wanted === 'THIRD_PARTY' && locked.state === 'ACCEPTED') {
    await offerForReuse(tx, scope, locked.document.documentId)
  }
  return true
}

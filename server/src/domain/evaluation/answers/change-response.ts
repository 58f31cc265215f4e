import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { formatDate, type Scope } from '../../../platform/kernel/index.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { holdAskedResponse, notEditable, placeOf, stateAfter, type HeldResponse } from '../status/hold.ts'
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
  const held = await holdAskedResponse(tx, scope, command.responseId)
  command.expectVersion(held.version)
  if (!changeable.includes(held.state)) throw notEditable(held)
  const dated = await changeDates(tx, scope, held, command)
  const scoped = await changeScope(tx, scope, held, command.scope)
  if (dated || scoped) await settleDossiers(tx, scope, [held.document.dossierId])
}

async function changeDates(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  command: ChangeResponse,
): Promise<boolean> {
  const { responseId } = held
  const before = pick(held)
  const after = await datingAfter(tx, scope, held, command)
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  const underWay = held.state === 'CHECKING' || held.state === 'PENDING'
  const state = underWay ? stateAfter(held, 'CORRECT') : held.state
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
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...placeOf(held), data })
  if (underWay) await enqueueChecks(tx, scope, responseId)
  return true
}

async function datingAfter(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  { effectiveDate = held.effectiveDate, expirationDate }: ChangeResponse,
): Promise<Dating> {
  if (typeof expirationDate === 'string') {
    return { effectiveDate, expirationDate, expirationCorrected: true }
  }
  if (expirationDate === undefined && (held.expirationCorrected || effectiveDate === held.effectiveDate)) {
    return { ...pick(held), effectiveDate }
  }
  const type = await documentTypeAt(tx, scope, held.document)
  const parts = await evidencesOf(tx, scope, held.responseId)
  const dates = await datesOf(tx, scope, type, {
    thirdpartyId: held.document.thirdpartyId,
    effectiveDate,
    formdata: parts.find(({ kind }) => kind === 'FORM')?.formdata ?? null,
    uploadDate: formatDate(held.sentAt),
  })
  return { ...dates, expirationCorrected: false }
}

function pick({ effectiveDate, expirationDate, expirationCorrected }: Dating): Dating {
  return { effectiveDate, expirationDate, expirationCorrected }
}

async function changeScope(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  wanted: ResponseScope = held.scope,
): Promise<boolean> {
  if (wanted === held.scope) return false
  const { responseId } = held
  await sql`
    update response set scope = ${wanted}, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  const data = { responseId, before: { scope: held.scope }, after: { scope: wanted } }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_SCOPE_UPDATED', ...placeOf(held), data })
  if (wanted === 'THIRD_PARTY' && held.state === 'ACCEPTED') {
    await offerForReuse(tx, scope, held.document.documentId)
  }
  return true
}

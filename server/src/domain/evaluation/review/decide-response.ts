import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record, withWords } from '../../../platform/journal/index.ts'
import { AppError, type Actor, type Scope } from '../../../platform/kernel/index.ts'
import type { Supplier } from '../answers/suppliers.ts'
import { evaluationOptions } from '../status/evaluation-options.ts'
import {
  lockRequiredResponse,
  eventPlace,
  readResponseState,
  stateAfter,
  type LockedResponse,
} from '../status/lock.ts'
import { refuseOwnAnswer } from '../answers/suppliers.ts'
import { decisionRefusal } from '../status/response-states.ts'
import { settleDossiers } from '../status/settle.ts'
import { acceptAnswer, countDisagreement, decisionFacts, storeDecision } from './accept-answer.ts'
import { mailRejection } from './answer.mail.ts'

type Notification = 'SENT' | 'NO_CONTACT' | 'NOT_SHARED'

export interface Decided {
  readonly notification: Notification
  /** Approved by one of the two people who must. */
  readonly awaitingSecondReviewer: boolean
}

interface Command {
  readonly responseId: number
  readonly comment: string | null
  /** Throws when the caller saw another version. */
  readonly expectVersion: (version: number) => void
  /** Throws when the caller owes a fresh proof, which decisions on bank details need. */
  readonly requireProof: () => void
}

interface Rejection extends Command {
  readonly shared: boolean
  readonly fraud: boolean
  /** Where the link in the mail leads. */
  readonly publicUrl: string
}

export async function approveResponse(tx: Tx, scope: Scope, command: Command): Promise<Decided> {
  const { responseId, comment } = command
  const locked = await lockForDecision(tx, scope, command, 'APPROVE')
  const facts = await decisionFacts(tx, scope, responseId)
  if (facts.type.bankDetails) command.requireProof()
  const { separateDuties, secondReviewer } = await evaluationOptions(tx, scope)
  if (separateDuties && facts.bySupplier) throw new AppError('DECIDER_IS_SUPPLIER', { responseId })
  const needsTwo = facts.isGuardedChange || (secondReviewer && facts.type.bankDetails)
  // Whatever the account says of other pieces: nobody diverts a payment alone.
  if (needsTwo && (facts.bySupplier || isSame(facts.firstApprovalBy, scope.actor))) {
    throw new AppError('SECOND_REVIEWER_REQUIRED', { responseId })
  }
  const first = needsTwo && facts.firstApprovalBy === null
  if (first) await storeFirstApproval(tx, scope, locked, comment)
  else {
    if (facts.isGuardedChange && !facts.isCalledBack) throw new AppError('CALL_BACK_REQUIRED', { responseId })
    await acceptAnswer(tx, scope, locked, { action: 'APPROVE', comment })
  }
  return { notification: 'NOT_SHARED', awaitingSecondReviewer: first }
}

/** Of an answer in force: a revocation, which also takes it from the dossiers it was reused in. */
export async function rejectResponse(tx: Tx, scope: Scope, rejection: Rejection): Promise<Decided> {
  const { responseId, comment, shared, publicUrl } = rejection
  const locked = await lockForDecision(tx, scope, rejection, 'REJECT')
  const { type, bySupplier } = await decisionFacts(tx, scope, responseId)
  if (type.bankDetails) rejection.requireProof()
  if (bySupplier && (await evaluationOptions(tx, scope)).separateDuties) {
    throw new AppError('DECIDER_IS_SUPPLIER', { responseId })
  }
  const revoked = locked.state === 'ACCEPTED'
  await denyAnswer(tx, scope, locked, rejection)
  const { accountId } = scope
  if (type.bankDetails) {
    const { documentId } = locked.document
    await enqueue(tx, 'responses.guard-bank-change', { accountId, documentId })
  }
  if (revoked) await enqueue(tx, 'responses.revoke-copies', { accountId, responseId })
  const notification = shared
    ? await mailRejection(tx, scope, locked, { comment, revoked, publicUrl })
    : 'NOT_SHARED'
  await countDisagreement(tx, scope, responseId)
  return { notification, awaitingSecondReviewer: false }
}

function isSame(one: Supplier | null, { type, id }: Actor): boolean {
  return one !== null && one.type === type && one.id === id
}

/** Nobody is written to here. */
export async function denyAnswer(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  denial: Pick<Rejection, 'comment' | 'shared' | 'fraud'> & {
    /** Whose words the comment is, where a copy only follows its original. */
    readonly author?: Pick<Actor, 'type' | 'id'>
    /** Of a denial by the checks alone: the readers that read its files, with their versions. */
    readonly readers?: readonly string[]
  },
): Promise<void> {
  const { responseId } = locked
  const { comment, shared, fraud, author, readers } = denial
  const state = stateAfter(locked, readers ? 'AUTO_REJECT' : 'REJECT')
  await storeDecision(tx, scope, responseId, {
    verdict: 'REJECTION',
    origin: readers ? 'CHECKS' : author ? 'REVOCATION' : 'REVIEW',
    comment,
    shared,
    fraud,
    response: { state },
  })
  const before = { state: locked.state }
  const after = { state, shared, fraud }
  const revoked = locked.state === 'ACCEPTED'
  record(tx, scope, {
    name: 'DOCUMENT_ANSWER_DENIED',
    ...eventPlace(locked),
    ...withWords(
      author ?? scope.actor,
      { responseId, before, after, revoked, ...(readers && { readers }) },
      { comment },
    ),
  })
  await settleDossiers(tx, scope, [locked.document.dossierId])
}

/**
 * Whoever comes second finds the decision of the first. Who meant to turn down an answer under review and waited for
 * somebody who was just accepting it has not asked for a revocation.
 */
async function lockForDecision(
  tx: Tx,
  scope: Scope,
  { responseId, expectVersion }: Command,
  decision: 'APPROVE' | 'REJECT',
): Promise<LockedResponse> {
  const seen = await readResponseState(tx, scope, responseId)
  const locked = await lockRequiredResponse(tx, scope, responseId)
  expectVersion(locked.version)
  await refuseOwnAnswer(tx, scope, locked, { reviewed: ['REGISTER'] })
  const { state } = locked
  const overtaken = state === 'ACCEPTED' && seen !== 'ACCEPTED'
  const refusal = decisionRefusal(state, overtaken ? 'APPROVE' : decision)
  if (refusal === null) return locked
  const headers = state === 'CHECKING' ? { headers: { 'retry-after': '2' } } : {}
  throw new AppError(refusal, { responseId, state }, headers)
}

async function storeFirstApproval(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  comment: string | null,
): Promise<void> {
  const { responseId } = locked
  await storeDecision(tx, scope, responseId, { verdict: 'FIRST_APPROVAL', origin: 'REVIEW', comment })
  const sealed = withWords(scope.actor, { responseId, firstApproval: true }, { comment })
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...eventPlace(locked), ...sealed })
}

import { buffer } from 'node:stream/consumers'
import { openVerifiedStream } from '../../../../platform/files/index.ts'
import { enqueue, type Handler, type JobContext, type Tasks } from '../../../../platform/jobs/index.ts'
import { concludeVerification, type Conclusion } from './conclude-verification.ts'
import type { FileToVerify, VerificationAnswer, VerificationProvider } from './connector.ts'
import { makeReport, type VerifyDeps } from './make-report.ts'
import { findPendingFile, type VerifiedPiece } from './piece.queries.ts'

type VerifyPayload = Tasks['responses.verify']
type Context = JobContext<'responses.verify'>

/** Larger files are fetched by the provider from a link: nobody holds them whole in memory. */
const inlineBytes = 5 * 1024 * 1024
const linkSeconds = 24 * 3_600
const firstPauseMs = 30_000
const longestPauseMs = 3_600_000
/** With pauses that grow to an hour, some two days. */
const maxAttempts = 50

/**
 * Puts a file to the verification provider, and asks again until it has an answer. Each step is a job of its own, so
 * that neither a provider that is down nor one that takes days holds up anything.
 */
export const verifyEvidenceFile =
  (deps: VerifyDeps): Handler<'responses.verify'> =>
  async (payload, context) => {
    const { db, scope } = context
    const { provider } = deps
    const piece = await db.read(scope, (tx) => findPendingFile(tx, scope, payload.evidenceId))
    if (piece === null || provider === null) return
    const answer = await sendFile({ ...deps, provider }, piece, payload, context)
    if (answer !== 'LATER') return conclude(deps, piece, { asked: payload, answer }, context)
  }

/** The answer; LATER when there is none yet; null when there will be none. */
async function sendFile(
  deps: VerifyDeps & { readonly provider: VerificationProvider },
  piece: VerifiedPiece,
  payload: VerifyPayload,
  context: Context,
): Promise<VerificationAnswer | 'LATER' | null> {
  const { provider } = deps
  const { signal, log } = context
  const { reference, attempt, evidenceId } = payload
  const found = await (reference === null
    ? provider.submit(await prepareFile(deps, piece, payload), signal)
    : provider.poll(reference, signal))
  signal.throwIfAborted()
  if (found.kind === 'OK' && found.value.status !== 'PENDING') return found.value
  if (found.kind === 'UNAVAILABLE')
    log.warn({ evidenceId, reason: found.reason }, 'verification not answered')
  if (attempt >= maxAttempts) return null
  const waitMs = found.kind === 'UNAVAILABLE' ? (found.retryAfterSeconds ?? 0) * 1_000 : 0
  // A provider that has lost it is asked anew.
  const known = found.kind === 'OK' ? found.value.id : found.kind === 'NOT_FOUND' ? null : reference
  await pollLater({ ...payload, reference: known, attempt: attempt + 1 }, waitMs, context)
  return 'LATER'
}

async function pollLater(
  payload: VerifyPayload,
  atLeastMs: number,
  { db, scope, clock }: Context,
): Promise<void> {
  const pause = Math.min(firstPauseMs * 2 ** (payload.attempt - 1), longestPauseMs)
  const runAt = new Date(clock.now().getTime() + Math.max(pause, atLeastMs))
  const jobKey = `responses.verify:${scope.accountId}:${payload.evidenceId}`
  await db.write(scope, (tx) => enqueue(tx, 'responses.verify', payload, { runAt, jobKey }))
}

async function prepareFile(
  { store, links }: VerifyDeps,
  piece: VerifiedPiece,
  payload: VerifyPayload,
): Promise<FileToVerify> {
  const { evidenceId, documentCode, siren, siret, fileName, contentType, size, sha256, objectKey } = piece
  const { accountId, askedAt, repeat } = payload
  const reference = `vigie-${accountId}-${evidenceId}-${askedAt}`
  const metadata = { reference, repeat, documentCode, siren, siret, fileName, contentType, size, sha256 }
  if (size <= inlineBytes) {
    const bytes = await buffer(await openVerifiedStream(store, objectKey, { size, sha256 }))
    return { ...metadata, file: bytes.toString('base64') }
  }
  const holder = { accountId, fileId: evidenceId, principal: 'provider', purpose: 'verification' as const }
  return links === null ? metadata : { ...metadata, fileUrl: links.own(holder, linkSeconds).url }
}

async function conclude(
  deps: VerifyDeps,
  piece: VerifiedPiece,
  { asked, answer }: { readonly asked: VerifyPayload; readonly answer: VerificationAnswer | null },
  context: Context,
): Promise<void> {
  const { db, signal } = context
  const scope = { ...context.scope, actor: { type: 'PROVIDER' as const, id: null, name: 'DOCCHECK' } }
  const status = answer === null || answer.status === 'PENDING' ? 'INCONCLUSIVE' : answer.status
  const reference = answer?.id ?? asked.reference
  const report = await makeReport(deps, piece, {
    accountId: scope.accountId,
    answer: asked.attempt >= maxAttempts ? null : answer,
    outcome: { status, reference, at: context.clock.now() },
    signal,
  })
  // The verdict can wait for its report, for a while; after that ours stands in.
  if (report === 'LATER') {
    return pollLater({ ...asked, reference, attempt: asked.attempt + 1 }, 0, context)
  }
  const { evidenceId, responseId } = piece
  const found: Conclusion = { responseId, evidenceId, status, reference, repeat: asked.repeat, report }
  const concluded = await db.write(scope, (tx) => concludeVerification(tx, scope, found))
  if (!concluded) await deps.store.delete(report.key)
}

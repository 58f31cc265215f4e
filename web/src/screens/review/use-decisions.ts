import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { api, newIdempotencyKey, type Answer, type Body } from '../../api/index.ts'

export interface Draft {
  readonly form: 'none' | 'note' | 'reject'
  readonly comment: string
  readonly shared: boolean
  readonly fraud: boolean
  /** What is wrong beyond this answer; null when no finding is opened with the rejection. */
  readonly finding: RejectedFinding | null
}

type RejectedFinding = Pick<NonNullable<Body<'rejectResponse'>['finding']>, 'title' | 'severity'>

const blank: Draft = { form: 'none', comment: '', shared: true, fraud: false, finding: null }

export interface Decision {
  readonly verdict: 'approve' | 'reject'
  readonly accountId: number
  readonly documentId: number
  readonly responseId: number
  /** By what it is told. */
  readonly name: string
  readonly draft: Draft
  readonly idempotencyKey: string
}

/** What became of the last decision. */
export interface DecisionResult {
  readonly decision: Decision
  readonly outcome: ReturnType<typeof outcomeOf> | 'failed'
}

function send({ verdict, accountId, responseId, draft, idempotencyKey }: Decision) {
  const comment = draft.comment.trim()
  const said = comment === '' ? {} : { comment }
  const ids = { accountId, responseId }
  if (verdict === 'approve') {
    return api
      .account(ids.accountId)
      .post('/responses/{responseId}/approve', { path: ids, body: said, idempotencyKey })
  }
  const { finding } = draft
  const body = {
    ...said,
    shareRejectionReason: draft.shared,
    fraud: draft.fraud,
    ...(finding && { finding: { ...finding, title: finding.title.trim() } }),
  }
  return api
    .account(ids.accountId)
    .post('/responses/{responseId}/reject', { path: ids, body, idempotencyKey })
}

function without<T>(members: Readonly<Record<number, T>>, id: number): Record<number, T> {
  return Object.fromEntries(Object.entries(members).filter(([key]) => key !== String(id)))
}

/**
 * Decisions under way. Their answers leave the list at once; one whose decision could not be written comes back
 * with the reason, and with everything that was typed.
 */
export function useDecisions() {
  const refresh = useRefresh()
  const [result, setResult] = useState<DecisionResult | null>(null)
  const [drafts, setDrafts] = useState<Readonly<Record<number, Draft>>>({})
  const [gone, setGone] = useState<Readonly<Record<number, true>>>({})
  const [failures, setFailures] = useState<Readonly<Record<number, Error>>>({})
  const comeBack = (responseId: number) => setGone((before) => without(before, responseId))
  const { mutate } = useMutation({
    mutationFn: send,
    // A browser that thinks it has no network would keep the decision to itself, and nobody would know.
    networkMode: 'always',
    onSuccess: async (answer, decision) => {
      setResult({ decision, outcome: outcomeOf(answer, decision) })
      await refresh(decision, answer.dossierId)
      setDrafts((before) => without(before, decision.responseId))
      // Approved by the first of two: it still waits.
      if (answer.awaitingSecondReviewer) comeBack(decision.responseId)
    },
    onError: (error, decision) => {
      const { responseId } = decision
      comeBack(responseId)
      setFailures((before) => ({ ...before, [responseId]: error }))
      setResult({ decision, outcome: 'failed' })
    },
  })
  return {
    told: result,
    hush: () => setResult(null),
    isGone: (responseId: number) => gone[responseId] === true,
    failureOf: (responseId: number): Error | undefined => failures[responseId],
    draftOf: (responseId: number): Draft => drafts[responseId] ?? blank,
    setDraft: (responseId: number, change: Partial<Draft>) =>
      setDrafts((before) => ({ ...before, [responseId]: { ...(before[responseId] ?? blank), ...change } })),
    decide: (command: Omit<Decision, 'idempotencyKey'>) => {
      setGone((before) => ({ ...before, [command.responseId]: true }))
      setFailures((before) => without(before, command.responseId))
      mutate({ ...command, idempotencyKey: newIdempotencyKey() })
    },
  }
}

export type Decisions = ReturnType<typeof useDecisions>

function outcomeOf(answer: Answer<'approveResponse'>, { verdict }: Decision) {
  if (verdict === 'reject') return answer.notification
  return answer.awaitingSecondReviewer ? 'first' : 'approved'
}

/** Has every page that shows what was decided ask again. */
function useRefresh() {
  const queries = useQueryClient()
  return async ({ accountId, documentId }: Decision, dossierId: number) => {
    const keys: QueryKey[] = [
      ['documents', accountId],
      ['document', accountId, documentId],
      ['dossiers', accountId],
      ['dossier', accountId, dossierId],
      ['statistics', accountId],
      ['findings', accountId],
    ]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

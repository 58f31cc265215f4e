import { expect } from 'vitest'
import {
  completion,
  documentStatus,
  dossierStatus,
  type AnswerFacts,
  type DossierReason,
  type StatusReason,
} from '../../src/domain/evaluation/status/status-rules.ts'
import {
  responseTransitions,
  type ResponseState,
} from '../../src/domain/evaluation/status/response-states.ts'
import type { DocumentStatus, DossierStatus } from '../../src/domain/evaluation/status/status-labels.ts'
import type { TestApp } from '../harness/index.ts'

export interface StoredAnswer extends AnswerFacts {
  readonly documentId: number
  readonly reusedFrom: number | null
}

export interface StoredDocument {
  readonly documentId: number
  readonly dossierId: number
  readonly code: string
  readonly required: boolean
  readonly alternativeGroup: string | null
  readonly stopped: boolean
  readonly status: DocumentStatus
  readonly reason: StatusReason
  readonly expectedScore: number | null
  readonly noSource: boolean
}

export interface StoredDossier {
  readonly dossierId: number
  readonly typeCode: string
  readonly status: DossierStatus
  readonly reason: DossierReason
  readonly archived: boolean
  readonly expirationDate: string | null
  readonly required: number
  readonly valid: number
}

/** Everything the rules look at, and what was stored of their answers. */
export interface Facts {
  readonly today: string
  readonly answers: readonly StoredAnswer[]
  readonly documents: readonly StoredDocument[]
  readonly dossiers: readonly StoredDossier[]
}

/** Read past the product: neither its queries nor its row security have a part in it. */
export async function factsOf({ admin }: TestApp, accountId: number): Promise<Facts> {
  const { rows } = await admin.query<{ facts: Facts }>(
    `select jsonb_build_object(
      'today', (account_now($1) at time zone 'UTC')::date,
      'answers', coalesce((select jsonb_agg(jsonb_build_object('responseId', response_id,
          'documentId', document_id, 'state', state, 'expirationDate', expiration_date,
          'sharedRejection', reason_shared is true, 'fraud', fraud, 'score', score,
          'mendable', check_outcome is not null and check_outcome in ('INCONCLUSIVE', 'FAILED'),
          'refusedContent', check_outcome is not distinct from 'REFUSED', 'reusedFrom', reused_from, 'hit', hit)
        order by response_id) from response where account_id = $1), '[]'),
      'documents', coalesce((select jsonb_agg(jsonb_build_object('documentId', d.document_id,
          'dossierId', d.dossier_id, 'code', d.code, 'required', d.required,
          'alternativeGroup', d.alternative_group, 'stopped', d.stopped_at is not null, 'status', d.status,
          'reason', d.status_reason, 'expectedScore', v.definition -> 'expectedScore',
          'noSource', d.no_source) order by d.document_id)
        from document d join document_type_version v using (account_id, code, type_version)
        where d.account_id = $1), '[]'),
      'dossiers', coalesce((select jsonb_agg(jsonb_build_object('dossierId', dossier_id, 'typeCode', type_code,
          'status', status, 'reason', status_reason, 'archived', archived_at is not null, 'expirationDate', expiration_date,
          'required', required_documents, 'valid', valid_documents) order by dossier_id)
        from dossier where account_id = $1), '[]')) as facts`,
    [accountId],
  )
  const [row] = rows
  if (!row) throw new Error('No facts.')
  return row.facts
}

/** What is stored of every open dossier is what the rules say of the facts today. */
export function expectStatuses(facts: Facts): void {
  const { today } = facts
  for (const dossier of facts.dossiers.filter(({ archived }) => !archived)) {
    const own = facts.documents.filter(({ dossierId }) => dossierId === dossier.dossierId)
    for (const document of own.filter(({ stopped }) => !stopped)) {
      const { expectedScore, noSource, documentId } = document
      const answers = facts.answers.filter((answer) => answer.documentId === documentId)
      const verdict = documentStatus({ answers, expectedScore, noSource, graceDays: 30, today })
      expect([document.status, document.reason], document.code).toEqual([verdict.status, verdict.reason])
    }
    const expected = dossierStatus({
      ...dossier,
      documents: own,
      today,
      struckOffInvalidates: false,
      overdueAfter: null,
    })
    const { status, reason } = dossier
    expect({ status, reason }, dossier.typeCode).toEqual(expected)
    expect({ required: dossier.required, valid: dossier.valid }).toEqual(completion(own))
  }
}

/** Nothing but what the closed tables allow has happened between the two. */
export function expectLegal(before: Facts, after: Facts): void {
  const known = new Map(before.answers.map((answer) => [answer.responseId, answer.state]))
  for (const { responseId, state, reusedFrom, documentId } of after.answers) {
    const from = known.get(responseId)
    if (from === undefined) {
      // What was accepted is reused; what was undecided in a renewed dossier goes on in the next one.
      expect(reusedFrom === null ? ['DRAFT', 'CHECKING'] : ['ACCEPTED', 'CHECKING']).toContain(state)
      continue
    }
    if (from !== state) expect(reachable(from), `${from} to ${state}`).toContain(state)
    if (state !== 'DELETED' || from === 'DELETED') continue
    const ended: ResponseState[] = ['DENIED', 'EXPIRED', 'SUPERSEDED', 'INTERRUPTED']
    const stopped = after.documents.some((one) => one.documentId === documentId && one.stopped)
    expect(ended.includes(from) || stopped, `${from} was in use and deleted`).toBe(true)
  }
  expect(after.answers.length).toBeGreaterThanOrEqual(before.answers.length)
  for (const frozen of before.dossiers.filter(({ archived }) => archived)) {
    const now = after.dossiers.find(({ dossierId }) => dossierId === frozen.dossierId)
    if (now?.archived) expect(now).toEqual(frozen)
  }
  for (const [state, group] of [
    ['DRAFT', ['DRAFT']],
    ['under way', ['CHECKING', 'PENDING']],
    ['ACCEPTED', ['ACCEPTED']],
  ] as const) {
    const documents = after.answers.filter((one) => (group as readonly string[]).includes(one.state))
    expect(new Set(documents.map(({ documentId }) => documentId)).size, state).toBe(documents.length)
  }
}

function reachable(from: ResponseState): ResponseState[] {
  return Object.values(responseTransitions[from])
}

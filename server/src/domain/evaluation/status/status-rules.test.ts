import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../platform/kernel/days.ts'
import {
  decisionRefusal,
  isLive,
  next,
  responseActions,
  responseStates,
  type ResponseState,
} from './response-states.ts'
import { documentStatuses, dossierStatuses, statusLabel, type DocumentStatus } from './status-labels.ts'
import {
  completion,
  documentStatus,
  dossierReasons,
  dossierStatus,
  piecesAtMost,
  statusPieces,
  statusReasons,
  type AnswerFacts,
  type DossierFacts,
  type StatusReason,
} from './status-rules.ts'

const today = '2025-06-15'
let lastId = 0
const answer = (state: ResponseState, more: Partial<AnswerFacts> = {}): AnswerFacts => ({
  responseId: ++lastId,
  state,
  expirationDate: null,
  sharedRejection: false,
  fraud: false,
  score: null,
  mendable: false,
  refusedContent: false,
  hit: null,
  ...more,
})
const judge = (answers: AnswerFacts[], expectedScore: number | null = null) => {
  const { status, reason } = documentStatus({ answers, expectedScore, noSource: false, graceDays: 30, today })
  return `${status} ${reason}`
}

describe('Status of a document', () => {
  it('A document is missing until something live was sent', () => {
    expect(judge([])).toBe('MISSING NO_ANSWER')
    for (const state of ['DRAFT', 'SUPERSEDED', 'INTERRUPTED', 'DELETED'] as const)
      expect(judge([answer(state)]), state).toBe('MISSING NO_ANSWER')
  })

  it('A document follows its only answer', () => {
    expect(judge([answer('CHECKING')])).toBe('ONGOING BEING_CHECKED')
    expect(judge([answer('PENDING')])).toBe('ONGOING AWAITING_REVIEW')
    expect(judge([answer('PENDING', { mendable: true })])).toBe('ACTION_REQUIRED CHECK_FAILED')
    expect(judge([answer('DRAFT', { refusedContent: true })])).toBe('ACTION_REQUIRED CONTENT_REFUSED')
    expect(judge([answer('ACCEPTED')])).toBe('VALID ACCEPTED')
    expect(judge([answer('DENIED')])).toBe('BELOW_EXPECTATION REJECTED_INSIDE')
    expect(judge([answer('DENIED', { sharedRejection: true })])).toBe('INVALID REJECTED')
    expect(judge([answer('PENDING', { fraud: true })])).toBe('INVALID FRAUD')
    expect(judge([answer('ACCEPTED', { fraud: true })])).toBe('INVALID FRAUD')
  })

  it('A document expires after its last good day, and loses its grace thirty days later', () => {
    for (const state of ['ACCEPTED', 'EXPIRED'] as const) {
      const ended = (days: number) => judge([answer(state, { expirationDate: addDays(today, -days) })])
      if (state === 'ACCEPTED') expect(ended(0)).toBe('VALID ACCEPTED')
      expect(ended(1)).toBe('ACTION_REQUIRED EXPIRED')
      expect(ended(30)).toBe('ACTION_REQUIRED EXPIRED')
      expect(ended(31)).toBe('INVALID GRACE_OVER')
    }
  })

  it('A document measures an accepted form against the expectation', () => {
    expect(judge([answer('ACCEPTED', { score: 59.99 })], 60)).toBe('BELOW_EXPECTATION SCORE_BELOW_EXPECTED')
    expect(judge([answer('ACCEPTED', { score: 60 })], 60)).toBe('VALID ACCEPTED')
    expect(judge([answer('ACCEPTED', { score: null })], 60)).toBe('VALID ACCEPTED')
    expect(judge([answer('ACCEPTED', { score: 10 })])).toBe('VALID ACCEPTED')
    expect(judge([answer('ACCEPTED', { score: 10 }), answer('PENDING')], 60)).toBe('ONGOING AWAITING_REVIEW')
  })

  it('A document keeps what was accepted whatever becomes of its renewal, except a forgery', () => {
    const later = ['DRAFT', 'CHECKING', 'PENDING', 'DENIED', 'INTERRUPTED', 'SUPERSEDED', 'DELETED'] as const
    for (const state of later) {
      const renewal = answer(state, { sharedRejection: true, mendable: true, refusedContent: true })
      expect(judge([renewal, { ...answer('ACCEPTED'), responseId: 0 }]), state).toBe('VALID ACCEPTED')
    }
    expect(judge([answer('ACCEPTED'), answer('DENIED', { fraud: true })])).toBe('INVALID FRAUD')
    expect(judge([answer('DENIED', { fraud: true }), answer('ACCEPTED')])).toBe('VALID ACCEPTED')
  })

  it('A hit takes the force of what was accepted before it, and is undone by what is accepted after it', () => {
    const open = () => answer('PENDING', { hit: 'OPEN', mendable: true })
    const confirmed = () => answer('DENIED', { hit: 'TRUE_MATCH' })
    expect(judge([open()])).toBe('ACTION_REQUIRED HIT_OPEN')
    expect(judge([confirmed()])).toBe('INVALID TRUE_MATCH')
    expect(judge([answer('ACCEPTED'), open()])).toBe('ACTION_REQUIRED HIT_OPEN')
    expect(judge([answer('ACCEPTED'), confirmed()])).toBe('INVALID TRUE_MATCH')
    expect(judge([answer('DENIED', { fraud: true }), open()])).toBe('ACTION_REQUIRED HIT_OPEN')
    expect(judge([open(), answer('ACCEPTED')])).toBe('VALID ACCEPTED')
    expect(judge([answer('SUPERSEDED', { hit: 'TRUE_MATCH' })])).toBe('MISSING NO_ANSWER')
  })

  it('What nobody can answer yet says so, until somebody has', () => {
    const facts = { expectedScore: null, noSource: true, graceDays: 30, today }
    expect(documentStatus({ answers: [], ...facts })).toEqual({
      status: 'MISSING',
      reason: 'NO_SOURCE',
      responseId: null,
    })
    expect(documentStatus({ answers: [answer('PENDING')], ...facts }).reason).toBe('AWAITING_REVIEW')
    expect(documentStatus({ answers: [answer('ACCEPTED')], ...facts }).status).toBe('VALID')
  })

  it('A document follows the latest answer once nothing is in force', () => {
    const expired = answer('EXPIRED', { expirationDate: '2024-01-01' })
    expect(judge([expired, answer('PENDING')])).toBe('ONGOING AWAITING_REVIEW')
    expect(judge([expired, answer('DENIED')])).toBe('BELOW_EXPECTATION REJECTED_INSIDE')
    expect(judge([answer('DENIED', { sharedRejection: true }), answer('CHECKING')])).toBe(
      'ONGOING BEING_CHECKED',
    )
    expect(judge([expired, answer('DRAFT', { refusedContent: true })])).toBe('INVALID GRACE_OVER')
  })

  it('The status of a document never depends on the order of its answers', () => {
    const anyAnswer = fc.record({
      responseId: fc.integer({ min: 1, max: 1_000_000 }),
      state: fc.constantFrom(...responseStates),
      expirationDate: fc.option(fc.integer({ min: -80, max: 80 }).map((days) => addDays(today, days))),
      sharedRejection: fc.boolean(),
      fraud: fc.boolean(),
      score: fc.option(fc.integer({ min: 0, max: 100 })),
      mendable: fc.boolean(),
      refusedContent: fc.boolean(),
      hit: fc.constantFrom(null, null, 'OPEN' as const, 'TRUE_MATCH' as const),
    })
    const answers = fc.uniqueArray(anyAnswer, { selector: ({ responseId }) => responseId, maxLength: 6 })
    fc.assert(
      fc.property(answers, (list) => {
        const facts = { expectedScore: 50, noSource: false, graceDays: 30, today }
        const verdict = documentStatus({ answers: list, ...facts })
        expect(documentStatus({ answers: list.toReversed(), ...facts })).toEqual(verdict)
        expect(documentStatus({ answers: list.filter(({ state }) => isLive(state)), ...facts })).toEqual(
          verdict,
        )
        const decides = list.find(({ responseId }) => responseId === verdict.responseId)
        expect(decides === undefined).toBe(verdict.status === 'MISSING')
        if (verdict.status === 'VALID') expect(decides?.state).toBe('ACCEPTED')
      }),
    )
  })
})

const reasonsOf: Record<DocumentStatus, [StatusReason, ...StatusReason[]]> = {
  MISSING: ['NO_ANSWER', 'NO_SOURCE'],
  ONGOING: ['AWAITING_REVIEW', 'BEING_CHECKED'],
  ACTION_REQUIRED: ['HIT_OPEN', 'CONTENT_REFUSED', 'CHECK_FAILED', 'EXPIRED'],
  VALID: ['ACCEPTED'],
  BELOW_EXPECTATION: ['SCORE_BELOW_EXPECTED', 'REJECTED_INSIDE'],
  INVALID: ['TRUE_MATCH', 'FRAUD', 'REJECTED', 'GRACE_OVER'],
}

const withReason = (reason: StatusReason) => {
  const status = documentStatuses.find((one) => reasonsOf[one].includes(reason))
  if (!status) throw new Error(`No document has the reason ${reason}.`)
  return { status, reason }
}
const constants = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>
  }

describe('Status of a dossier', () => {
  const asked = (...statuses: DocumentStatus[]) =>
    statuses.map((status) => ({ status, reason: reasonsOf[status][0], required: true, stopped: false }))
  const facts = { expirationDate: null, today, struckOffInvalidates: false, overdueAfter: null }
  const verdictOf = (documents: DossierFacts['documents'], more: Partial<DossierFacts> = {}) =>
    dossierStatus({ ...facts, documents, ...more })
  const judgeDossier = (...given: Parameters<typeof verdictOf>) => verdictOf(...given).status

  it('A dossier takes the worst status of its requirements', () => {
    expect(judgeDossier([])).toBe('ABSENT')
    expect(judgeDossier(asked('MISSING', 'MISSING'))).toBe('ABSENT')
    expect(judgeDossier(asked('MISSING', 'VALID'))).toBe('ONGOING')
    expect(judgeDossier(asked('ONGOING', 'VALID'))).toBe('ONGOING')
    expect(judgeDossier(asked('VALID', 'VALID'))).toBe('VALID')
    expect(judgeDossier(asked('BELOW_EXPECTATION', 'MISSING'))).toBe('BELOW_EXPECTATION')
    expect(judgeDossier(asked('BELOW_EXPECTATION', 'ACTION_REQUIRED'))).toBe('ACTION_REQUIRED')
    expect(judgeDossier(asked(...documentStatuses))).toBe('INVALID')
  })

  it('A dossier ignores optional and stopped documents', () => {
    const others = [
      { status: 'INVALID', reason: 'FRAUD', required: false, stopped: false },
      { status: 'INVALID', reason: 'FRAUD', required: true, stopped: true },
    ] as const
    expect(judgeDossier([...asked('VALID'), ...others])).toBe('VALID')
    expect(verdictOf(others)).toEqual({ status: 'ABSENT', reason: 'NOTHING_ASKED' })
    expect(completion([...asked('VALID', 'MISSING'), ...others])).toEqual({ required: 2, valid: 1 })
  })

  it('A dossier is invalid after its own end, or once its company is struck off', () => {
    const after = { expirationDate: '2025-06-14' }
    expect(judgeDossier(asked('VALID'), { expirationDate: today })).toBe('VALID')
    expect(verdictOf(asked('VALID'), after)).toEqual({ status: 'INVALID', reason: 'DOSSIER_EXPIRED' })
    const struckOff = { status: 'INVALID', reason: 'STRUCK_OFF' } as const
    expect(verdictOf([], { struckOffInvalidates: true })).toEqual(struckOff)
    expect(verdictOf(asked('INVALID'), { ...after, struckOffInvalidates: true })).toEqual(struckOff)
    expect(statusPieces(struckOff, asked('INVALID'))).toEqual([])
  })

  it('A dossier that was not answered in time asks for action where the account wants it', () => {
    const late = { overdueAfter: '2025-06-14' }
    const overdue = { status: 'ACTION_REQUIRED', reason: 'OVERDUE' } as const
    expect(verdictOf(asked('MISSING'), late)).toEqual(overdue)
    expect(verdictOf(asked('VALID', 'MISSING'), late)).toEqual(overdue)
    expect(statusPieces(overdue, asked('VALID', 'MISSING'))).toMatchObject([{ status: 'MISSING' }])
    expect(judgeDossier(asked('MISSING'), { overdueAfter: today })).toBe('ABSENT')
    // What somebody has to look at is not late, and what is worse speaks for itself.
    expect(judgeDossier(asked('VALID', 'ONGOING'), late)).toBe('ONGOING')
    expect(judgeDossier(asked('INVALID', 'MISSING'), late)).toBe('INVALID')
    expect(verdictOf([], late)).toEqual({ status: 'ABSENT', reason: 'NOTHING_ASKED' })
  })

  it('A dossier is satisfied with one of several alternatives', () => {
    const either = (...statuses: DocumentStatus[]) =>
      asked(...statuses).map((one) => ({ ...one, alternativeGroup: 'WORKERS' }))
    const withOne = (...statuses: DocumentStatus[]) =>
      judgeDossier([...asked('VALID'), ...either(...statuses)])
    expect(withOne('MISSING', 'VALID')).toBe('VALID')
    expect(withOne('INVALID', 'VALID')).toBe('VALID')
    expect(withOne('MISSING', 'MISSING')).toBe('ONGOING')
    expect(withOne('MISSING', 'INVALID')).toBe('INVALID')
    expect(withOne('MISSING', 'ONGOING')).toBe('ONGOING')
    expect(judgeDossier(either('MISSING', 'MISSING'))).toBe('ABSENT')
    expect(completion([...asked('VALID'), ...either('VALID', 'MISSING')])).toEqual({ required: 2, valid: 2 })
    // What an alternative makes up for is no reason.
    expect(verdictOf(either('MISSING', 'ONGOING')).reason).toBe('AWAITING_REVIEW')
    expect(verdictOf([...asked('MISSING'), ...either('INVALID', 'VALID')])).toEqual({
      status: 'ONGOING',
      reason: 'NO_ANSWER',
    })
  })

  it('A dossier gives the gravest reason of the documents behind its status', () => {
    const because = (...reasons: StatusReason[]) => {
      const documents = reasons.map((reason) => ({ ...withReason(reason), required: true, stopped: false }))
      const verdict = verdictOf(documents)
      const pieces = statusPieces(verdict, documents).map(({ reason }) => reason)
      return [`${verdict.status} ${verdict.reason}`, ...pieces]
    }
    expect(because('NO_SOURCE', 'NO_ANSWER')).toEqual(['ABSENT NO_ANSWER', 'NO_ANSWER', 'NO_SOURCE'])
    expect(because('NO_SOURCE')).toEqual(['ABSENT NO_SOURCE', 'NO_SOURCE'])
    expect(because('ACCEPTED', 'AWAITING_REVIEW', 'NO_ANSWER')).toEqual([
      'ONGOING NO_ANSWER',
      'NO_ANSWER',
      'AWAITING_REVIEW',
    ])
    expect(because('BEING_CHECKED', 'AWAITING_REVIEW')[0]).toBe('ONGOING AWAITING_REVIEW')
    expect(because('EXPIRED', 'NO_ANSWER', 'HIT_OPEN')).toEqual([
      'ACTION_REQUIRED HIT_OPEN',
      'HIT_OPEN',
      'EXPIRED',
    ])
    expect(because('GRACE_OVER', 'EXPIRED', 'REJECTED')).toEqual([
      'INVALID REJECTED',
      'REJECTED',
      'GRACE_OVER',
    ])
    expect(because('ACCEPTED', 'ACCEPTED')).toEqual(['VALID ACCEPTED'])
    expect(because(...Array<StatusReason>(12).fill('NO_ANSWER'))).toHaveLength(1 + piecesAtMost)
  })

  it('The reason of a dossier is one of its own or one that its pieces give', () => {
    const anyDocument = fc.constantFrom(...statusReasons).chain((reason) =>
      fc.record({
        ...constants(withReason(reason)),
        required: fc.boolean(),
        stopped: fc.boolean(),
        alternativeGroup: fc.constantFrom(null, null, 'A', 'B'),
      }),
    )
    const days = fc.option(fc.integer({ min: -3, max: 3 }).map((nth) => addDays(today, nth)))
    fc.assert(
      fc.property(fc.array(anyDocument, { maxLength: 14 }), days, fc.boolean(), (documents, end, gone) => {
        const verdict = verdictOf(documents, { expirationDate: end, struckOffInvalidates: gone })
        const pieces = statusPieces(verdict, documents)
        expect(dossierReasons).toContain(verdict.reason)
        expect(pieces.length).toBeLessThanOrEqual(piecesAtMost)
        expect(documents).toEqual(expect.arrayContaining(pieces))
        expect(pieces.every(({ required, stopped }) => required && !stopped)).toBe(true)
        expect(
          verdictOf(documents.toReversed(), { expirationDate: end, struckOffInvalidates: gone }),
        ).toEqual(verdict)
        const says = pieces[0]?.reason
        if (gone) expect(verdict.reason).toBe('STRUCK_OFF')
        else if (end !== null && end < today) expect(verdict.reason).toBe('DOSSIER_EXPIRED')
        else if (completion(documents).required === 0) expect(verdict.reason).toBe('NOTHING_ASKED')
        else expect(verdict.reason).toBe(verdict.status === 'VALID' ? 'ACCEPTED' : says)
        const order = documentStatuses.flatMap((status) => reasonsOf[status])
        const places = pieces.map(({ reason }) => order.indexOf(reason))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
        // Without what is behind it, the dossier would stand better.
        if (['INVALID', 'ACTION_REQUIRED', 'BELOW_EXPECTATION'].includes(verdict.status) && says) {
          const rest = documents.filter((one) => pieces.length === piecesAtMost || !pieces.includes(one))
          if (rest.length < documents.length) expect(judgeDossier(rest)).not.toBe(verdict.status)
        }
      }),
    )
  })

  it('Every status has a name in both languages', () => {
    for (const status of [...documentStatuses, ...dossierStatuses])
      for (const language of ['fr', 'en'] as const) expect(statusLabel(status, language)).toMatch(/^[A-Z]/)
    expect(statusLabel('BELOW_EXPECTATION', 'fr')).toBe('En deçà des attentes')
  })
})

describe('States of a response', () => {
  it('A response moves only along the defined transitions', () => {
    const moves = responseStates.flatMap((state) =>
      responseActions.flatMap((action) => {
        const after = next(state, action)
        return after === null || action === 'DELETE' ? [] : [`${state} ${action} ${after}`]
      }),
    )
    expect(moves).toEqual([
      'DRAFT SUBMIT CHECKING',
      'DRAFT REFUSE_CONTENT DRAFT',
      'DRAFT INTERRUPT INTERRUPTED',
      'CHECKING CHECKED PENDING',
      'CHECKING AUTO_ACCEPT ACCEPTED',
      'CHECKING AUTO_REJECT DENIED',
      'CHECKING REFUSE_CONTENT DRAFT',
      'CHECKING CORRECT CHECKING',
      'CHECKING SUPERSEDE SUPERSEDED',
      'CHECKING INTERRUPT INTERRUPTED',
      'PENDING AUTO_ACCEPT ACCEPTED',
      'PENDING CORRECT CHECKING',
      'PENDING APPROVE ACCEPTED',
      'PENDING REJECT DENIED',
      'PENDING SUPERSEDE SUPERSEDED',
      'PENDING INTERRUPT INTERRUPTED',
      'ACCEPTED REJECT DENIED',
      'ACCEPTED EXPIRE EXPIRED',
      'ACCEPTED SUPERSEDE SUPERSEDED',
      'DENIED SUPERSEDE SUPERSEDED',
      'EXPIRED SUPERSEDE SUPERSEDED',
    ])
  })

  it('A response is deleted once, from any state, and for good', () => {
    for (const state of responseStates)
      expect(next(state, 'DELETE')).toBe(state === 'DELETED' ? null : 'DELETED')
    for (const action of responseActions) expect(next('DELETED', action)).toBeNull()
  })

  it('A decision at the wrong time is refused with the reason', () => {
    const told = (decision: 'APPROVE' | 'REJECT') =>
      responseStates.map((state) => decisionRefusal(state, decision)?.replace('RESPONSE_', '') ?? 'yes')
    const rest = ['EXPIRED', 'SUPERSEDED', 'NOT_REVIEWABLE', 'NOT_REVIEWABLE']
    const start = ['NOT_REVIEWABLE', 'NOT_REVIEWABLE', 'yes']
    expect(told('APPROVE')).toEqual([...start, 'ALREADY_APPROVED', 'ALREADY_REJECTED', ...rest])
    expect(told('REJECT')).toEqual([...start, 'yes', 'ALREADY_REJECTED', ...rest])
  })
})

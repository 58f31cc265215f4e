import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { queueBehind } from '../../../../test/harness/queue-behind.ts'
import { approve, mailsOf, reject, reviewDesk } from '../../../../test/responses/review-desk.ts'

const sharing = { shareRejectionReason: true }
const inside = { shareRejectionReason: false }

describe('Decisions', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('An approval makes the document valid, is announced, and replaces the answer accepted before', async () => {
    const d = await reviewDesk(t)
    const former = await d.answer('REG_PROOF', { state: 'ACCEPTED', expirationDate: '2999-01-01' })
    const id = await d.answer('REG_PROOF', { effectiveDate: '2090-01-31' })
    const answer = await approve(d, id, { comment: 'Clear and complete.' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      responseId: id,
      status: 'ACCEPTED',
      documentId: d.documents['REG_PROOF'],
      dossierId: d.dossierId,
      decidedBy: { type: 'API_CLIENT', name: 'Test client' },
      comment: 'Clear and complete.',
      documentStatusCode: 'VALID',
      dossierStatusCode: 'ONGOING',
      notification: 'NOT_SHARED',
      awaitingSecondReviewer: false,
    })
    expect(await d.state(former)).toMatchObject({ state: 'SUPERSEDED' })
    // Three months from the date printed on it, the last day of a shorter month.
    expect(await d.state(id)).toMatchObject({ state: 'ACCEPTED', expiration_date: '2090-04-30' })
    const [event, ...others] = await d.told()
    expect(event).toMatchObject({
      name: 'DOCUMENT_ANSWER_ACCEPTED',
      data: { responseId: id, superseded: [former], after: { expirationDate: '2090-04-30' } },
    })
    expect(others).toEqual([])
  })

  test('An approval needs no body, and records each status it changes once', async () => {
    const d = await reviewDesk(t)
    const id = await d.answer('UBO')
    expect((await approve(d, id)).json()).toMatchObject({ status: 'ACCEPTED', comment: null })
    expect(await d.names()).toEqual([
      'DOCUMENT_ANSWER_ACCEPTED',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_VALID',
    ])
    expect(problemOf(await approve(d, id))).toEqual([409, 'RESPONSE_ALREADY_APPROVED'])
    const stale = await d.post(`/responses/${id}/reject`, inside, { 'if-match': '"1"' })
    expect(problemOf(stale)).toEqual([412, 'PRECONDITION_FAILED'])
    expect(await d.names()).toEqual([])
  })

  test('An approval keeps an end date set by hand', async () => {
    const d = await reviewDesk(t)
    const id = await d.answer('REG_PROOF', { expirationDate: '2088-08-08' })
    await t.admin.query('update response set expiration_corrected = true where response_id = $1', [id])
    await approve(d, id)
    expect(await d.state(id)).toMatchObject({ expiration_date: '2088-08-08' })
  })

  test('A rejection is below expectation inside, invalid when shared, and a revocation of an accepted answer', async () => {
    const d = await reviewDesk(t)
    const kept = await d.answer('UBO')
    expect((await reject(d, kept, { ...inside, comment: 'Too vague' })).json()).toMatchObject({
      status: 'DENIED',
      comment: 'Too vague',
      documentStatusCode: 'BELOW_EXPECTATION',
      dossierStatusCode: 'BELOW_EXPECTATION',
      notification: 'NOT_SHARED',
    })
    expect(await d.names()).toEqual([
      'DOCUMENT_ANSWER_DENIED',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION',
    ])
    const shared = await d.answer('CODE_CONDUCT')
    expect((await reject(d, shared, sharing)).json()).toMatchObject({
      documentStatusCode: 'INVALID',
      dossierStatusCode: 'INVALID',
      notification: 'NO_CONTACT',
    })
    const accepted = await d.answer('INS_LIABILITY', { state: 'ACCEPTED' })
    expect((await reject(d, accepted, inside)).json()).toMatchObject({
      documentStatusCode: 'BELOW_EXPECTATION',
    })
    expect((await d.told())[0]).toMatchObject({ name: 'DOCUMENT_ANSWER_DENIED', data: { revoked: true } })
    const forged = await d.answer('ACCOUNTS')
    expect((await reject(d, forged, { ...inside, fraud: true })).json()).toMatchObject({
      documentStatusCode: 'INVALID',
    })
    expect(await d.state(forged)).toMatchObject({ fraud: true, reason_shared: false })
    for (const decided of [kept, shared, accepted, forged]) {
      expect(problemOf(await reject(d, decided, inside))).toEqual([409, 'RESPONSE_ALREADY_REJECTED'])
      expect(problemOf(await approve(d, decided))).toEqual([409, 'RESPONSE_ALREADY_REJECTED'])
    }
  })

  test('A decision that cannot be read is refused without guessing', async () => {
    const d = await reviewDesk(t)
    const id = await d.answer('UBO')
    const refused = async (body: unknown) => problemOf(await reject(d, id, body))
    expect(await refused(undefined)).toEqual([400, 'SHARE_REJECTION_REASON_MISSING'])
    expect(await refused({})).toEqual([400, 'SHARE_REJECTION_REASON_MISSING'])
    expect(await refused({ comment: 'x' })).toEqual([400, 'SHARE_REJECTION_REASON_MISSING'])
    for (const wrong of [null, 'true', 'false', 0, 1, [], {}]) {
      expect(await refused({ shareRejectionReason: wrong })).toEqual([400, 'SHARE_REJECTION_REASON_TYPE'])
    }
    expect(await refused({ ...inside, comment: 'x'.repeat(4_001) })).toEqual([400, 'COMMENT_TOO_LONG'])
    expect(await refused({ ...inside, comment: 5 })).toEqual([400, 'COMMENT_TYPE'])
    expect(await refused({ ...inside, comment: null })).toEqual([400, 'COMMENT_TYPE'])
    expect(await refused({ ...inside, fraud: 'no' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refused({ ...inside, reason: 'x' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(problemOf(await approve(d, id, { comment: 'x'.repeat(4_001) }))).toEqual([400, 'COMMENT_TOO_LONG'])
    expect(problemOf(await approve(d, id, { comment: ['x'] }))).toEqual([400, 'COMMENT_TYPE'])
    expect(problemOf(await approve(d, id, { shareRejectionReason: true }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    expect(await d.names()).toEqual([])
    expect((await reject(d, id, { ...inside, comment: '😀'.repeat(4_000) })).statusCode).toBe(200)
  })

  test('A decision on something else than a response says what was given instead', async () => {
    const d = await reviewDesk(t)
    const id = await d.answer('UBO')
    const { rows } = await t.admin.query<{ id: string }>(
      'select evidence_id as id from evidence where response_id = $1',
      [id],
    )
    for (const act of [approve, (from: Desk, given: number) => reject(from, given, inside)]) {
      const document = await act(d, d.documents['UBO'] ?? 0)
      expect(problemOf(document)).toEqual([404, 'RESPONSE_NOT_FOUND'])
      expect(document.json()).toMatchObject({ hint: 'DOCUMENT_ID_GIVEN' })
      expect((await act(d, Number(rows[0]?.id))).json()).toMatchObject({
        code: 'RESPONSE_NOT_FOUND',
        hint: 'EVIDENCE_ID_GIVEN',
      })
      expect((await act(d, 999_999_999)).json<{ hint?: string }>().hint).toBeUndefined()
    }
    // Another account's objects are told apart from nothing.
    const other = await reviewDesk(t)
    const foreign = await approve(other, d.documents['UBO'] ?? 0)
    expect(foreign.json()).not.toHaveProperty('hint')
    expect(problemOf(await approve(other, id))).toEqual([404, 'RESPONSE_NOT_FOUND'])
  })

  test('A decision is refused in every state that does not allow it, and where nothing may change', async () => {
    const d = await reviewDesk(t)
    const refusals: [string, string][] = [
      ['DRAFT', 'RESPONSE_NOT_REVIEWABLE'],
      ['CHECKING', 'RESPONSE_NOT_REVIEWABLE'],
      ['INTERRUPTED', 'RESPONSE_NOT_REVIEWABLE'],
      ['DELETED', 'RESPONSE_NOT_REVIEWABLE'],
      ['SUPERSEDED', 'RESPONSE_SUPERSEDED'],
      ['EXPIRED', 'RESPONSE_EXPIRED'],
    ]
    for (const [state, code] of refusals) {
      const id = await d.answer('UBO', { state })
      const answers = [await approve(d, id), await reject(d, id, sharing)]
      expect(answers.map(problemOf)).toEqual([
        [409, code],
        [409, code],
      ])
      expect(answers[0]?.headers['retry-after']).toBe(state === 'CHECKING' ? '2' : undefined)
      expect(await d.state(id)).toMatchObject({ state })
    }
    const stopped = await d.answer('NDA')
    await d.post(`/dossiers/${d.dossierId}/documents/${d.documents['NDA']}/stop`)
    expect(problemOf(await approve(d, stopped))).toEqual([409, 'DOCUMENT_STOPPED'])
    const frozen = await d.answer('GTC')
    await d.post(`/dossiers/${d.dossierId}/archive`)
    await d.told()
    expect(problemOf(await approve(d, frozen))).toEqual([409, 'DOSSIER_ARCHIVED'])
    expect(problemOf(await reject(d, frozen, sharing))).toEqual([409, 'DOSSIER_ARCHIVED'])
    expect(await d.names()).toEqual([])
  })

  test('A shared decision is mailed to each contact in their language, once whatever is repeated', async () => {
    const d = await reviewDesk(t)
    for (const contact of [
      { email: 'Compta@Fournisseur.example', firstName: 'Anaïs', language: 'fr' },
      { email: 'legal@supplier.example', language: 'en' },
    ]) {
      expect((await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, contact)).statusCode).toBe(201)
    }
    const id = await d.answer('REG_PROOF')
    const body = { ...sharing, comment: 'Page 2 is missing.\n<b>Signed</b> & stamped, please.' }
    const key = { 'idempotency-key': 'reject-once' }
    const send = () => d.post(`/responses/${id}/reject`, body, key)
    const first = await send()
    expect(first.json()).toMatchObject({ status: 'DENIED', notification: 'SENT' })
    const again = await send()
    expect(again.statusCode).toBe(200)
    expect(again.body).toBe(first.body)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(problemOf(await reject(d, id, body))).toEqual([409, 'RESPONSE_ALREADY_REJECTED'])

    const mails = await mailsOf(d)
    expect(Object.fromEntries(mails.map(({ recipient, language }) => [recipient, language]))).toEqual({
      'compta@fournisseur.example': 'fr',
      'legal@supplier.example': 'en',
    })
    const english = mails.find(({ language }) => language === 'en')
    expect(english?.subject).toContain('Please send again: ')
    expect(english?.text).toContain('Page 2 is missing.\n<b>Signed</b> & stamped, please.')
    expect(english?.text).toContain('What to do next')
    expect(english?.html).toContain('Page 2 is missing.<br>&lt;b&gt;Signed&lt;/b&gt; &amp; stamped, please.')
    const french = mails.find(({ language }) => language === 'fr')
    expect(french?.subject).toMatch(/^À renvoyer\u00a0: \S/)
    expect(french?.text).toContain('Ce qu’il faut faire')
    // The reason leaves the account only when it is shared.
    const kept = await d.answer('UBO')
    expect((await reject(d, kept, { ...inside, comment: 'secret' })).json()).toMatchObject({
      notification: 'NOT_SHARED',
    })
    expect(await mailsOf(d)).toHaveLength(2)
  })

  test('Of two decisions at once the first is taken and the other refused', async () => {
    const d = await reviewDesk(t)
    const atOnce = (...acts: (() => ReturnType<typeof approve>)[]) =>
      queueBehind(t, `select from dossier where dossier_id = ${d.dossierId} for update`, acts)
    const decided = (names: string[]) => names.filter((name) => /ANSWER_(ACCEPTED|DENIED)$/.test(name))
    const expectOne = async (id: number, answers: Awaited<ReturnType<typeof atOnce>>, state: string) => {
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409])
      expect(answers[0]?.json()).toMatchObject({ status: state })
      expect(await d.state(id)).toMatchObject({ state })
      expect(decided(await d.names())).toEqual(state === 'INTERRUPTED' ? [] : [`DOCUMENT_ANSWER_${state}`])
    }
    const approveIt = (one: number) => () => approve(d, one)
    const rejectIt = (one: number) => () => reject(d, one, inside)
    const withdrawIt = (one: number) => () => d.post(`/responses/${one}/withdraw`)
    const approved = await d.answer('REG_PROOF')
    await expectOne(approved, await atOnce(approveIt(approved), rejectIt(approved)), 'ACCEPTED')
    const rejected = await d.answer('REG_PROOF')
    await expectOne(rejected, await atOnce(rejectIt(rejected), approveIt(rejected)), 'DENIED')
    const twice = await d.answer('UBO')
    await expectOne(twice, await atOnce(approveIt(twice), approveIt(twice)), 'ACCEPTED')
    // Taken back by its sender while it is decided on.
    const kept = await d.answer('CODE_CONDUCT')
    await expectOne(kept, await atOnce(approveIt(kept), withdrawIt(kept)), 'ACCEPTED')
    const takenBack = await d.answer('CODE_CONDUCT')
    await expectOne(takenBack, await atOnce(withdrawIt(takenBack), approveIt(takenBack)), 'INTERRUPTED')
  })

  test('A decision on bank details takes two people who did not send them, where the account requires it', async () => {
    const d = await reviewDesk(t)
    const people = await Promise.all([1, 2, 3].map(() => t.given.person([d.accountId], ['REVIEWER'])))
    const by = (nth: number, id: number) =>
      t.call('POST', `${d.base}/responses/${id}/approve`, { token: people[nth]?.token ?? '', body: {} })
    await d.patch('/evaluation-options', { secondReviewer: false, separateDuties: false })
    const alone = await d.answer('BANK_DETAILS')
    expect((await by(0, alone)).json()).toMatchObject({ status: 'ACCEPTED' })
    await d.patch('/evaluation-options', { secondReviewer: true })
    const submittedBy = { type: 'USER', id: people[2]?.userId ?? 0 }
    const id = await d.answer('BANK_DETAILS', { submittedBy })
    expect(problemOf(await by(2, id))).toEqual([409, 'SECOND_REVIEWER_REQUIRED'])
    const first = await by(0, id)
    expect(first.json()).toMatchObject({
      status: 'PENDING',
      decidedAt: null,
      decidedBy: null,
      awaitingSecondReviewer: true,
      documentStatusCode: 'VALID',
    })
    expect(await d.told()).toMatchObject([
      { name: 'DOCUMENT_ANSWER_UPDATED', data: { responseId: id, firstApproval: true } },
    ])
    expect(problemOf(await by(0, id))).toEqual([409, 'SECOND_REVIEWER_REQUIRED'])
    const second = await by(1, id)
    expect(second.json()).toMatchObject({ status: 'ACCEPTED', awaitingSecondReviewer: false })
    expect(await d.state(alone)).toMatchObject({ state: 'SUPERSEDED' })
    // Other pieces are approved by one, and where duties are not separate who sent them may.
    const other = await d.answer('UBO', { submittedBy })
    expect((await by(2, other)).json()).toMatchObject({ status: 'ACCEPTED' })
  })
})

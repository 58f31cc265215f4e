import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../test/dossiers/desk.ts'
import { somePicture } from '../../test/files/file-desk.ts'
import { testApp, type TestApp } from '../../test/harness/index.ts'
import { guestOf, type Guest } from '../../test/portal/portal-desk.ts'
import { answersDesk, entries, picture, type AnswersDesk } from '../../test/responses/answers-desk.ts'
import { approve, mailsOf, reject } from '../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../test/responses/run-jobs.ts'
import { givenAnswer } from '../../test/responses/given-answer.ts'
import { whatIsMissing } from '../domain/evaluation/index.ts'
import type { PortalAnswer, PortalRequest } from './portal.schema.ts'
import { wholeAccount } from '../platform/kernel/index.ts'

interface One extends PortalRequest {
  draft: PortalAnswer | null
  answers: PortalAnswer[]
  formFields: { key: string }[] | null
  fileTypes: string[]
  sentElsewhere: object | null
}

interface Page {
  content: PortalAnswer[]
  next: number | null
}

let t: TestApp
let d: AnswersDesk
let guest: Guest
beforeAll(async () => {
  t = await testApp()
  d = await answersDesk(t)
  guest = await guestOf(t, d, { language: 'fr' })
})
afterAll(() => t.close())

const at = (code: string) => `/requests/${d.documents[code]}`
const one = async (code: string) => (await guest.call('GET', at(code))).json<One>()
/** The documents that a mail would ask for. */
const mailed = async ({ accountId, thirdpartyId }: { accountId: number; thirdpartyId: number } = d) =>
  (
    await t.db.read(wholeAccount(d.accountId), (tx) =>
      whatIsMissing(tx, { accountId }, { thirdpartyIds: [thirdpartyId] }),
    )
  ).map(({ documentId }) => documentId)
const bank = { iban: 'FR76 3000 6000 0112 3456 7890 189', holder: 'ATELIERS', documentDate: '01/11/2026' }

describe('Requests in the portal', () => {
  test('A request says why, by when and what to do, in the language of the reader', async () => {
    const list = (await guest.call('GET', '/requests')).json<{
      progress: Record<string, number>
      dossiers: { dossierId: number; name: string; requests: PortalRequest[] }[]
    }>()
    expect(list.dossiers.map(({ dossierId }) => dossierId)).toEqual([d.dossierId])
    const requests = list.dossiers[0]?.requests ?? []
    expect(requests.length).toBeGreaterThan(5)
    expect(requests.every(({ kind }) => kind !== 'CHECK')).toBe(true)
    const nda = requests.find(({ documentId }) => documentId === d.documents['NDA'])
    expect(nda).toMatchObject({ status: 'TO_SEND', statusLabel: 'À fournir', action: 'SEND', late: false })
    for (const { name, purpose, legalBasis } of requests)
      expect([name, purpose, legalBasis]).not.toContain('')
    expect(list.progress['toDo']).toBe(list.progress['asked'])
    const { formFields, fileTypes } = await one('BANK_DETAILS')
    expect(formFields?.map(({ key }) => key)).toContain('iban')
    expect(fileTypes).toContain('pdf')
  })

  test('The requests are narrowed to the themes of the person', async () => {
    const all = (await guest.call('GET', '/requests')).json<{ dossiers: { requests: PortalRequest[] }[] }>()
    const theme = all.dossiers[0]?.requests[0]?.theme ?? ''
    const other = all.dossiers[0]?.requests.find((request) => request.theme !== theme)
    const narrow = await guestOf(t, d, { themes: [theme] })
    const seen = (await narrow.call('GET', '/requests')).json<{ dossiers: { requests: PortalRequest[] }[] }>()
    expect(new Set(seen.dossiers[0]?.requests.map((request) => request.theme))).toEqual(new Set([theme]))
    expect(other).toBeDefined()
    const hidden = await narrow.call('GET', `/requests/${other?.documentId}`)
    expect(problemOf(hidden)).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })
})

describe('Answers in the portal', () => {
  test('An answer is written as a draft with a form and files, checked on the way, and sent', async () => {
    const path = at('BANK_DETAILS')
    const wrong = entries({ iban: 'FR76 3000 6000 0112 3456 7890 180', documentDate: '31/02/2026' })
    const checked = (await guest.call('POST', `${path}/check`, { formdata: wrong })).json<{
      errors: { code: string }[]
    }>()
    expect(checked.errors.map(({ code }) => code).toSorted()).toEqual(['DATE_INVALID', 'IBAN_INVALID'])
    const whole = { formdata: entries({ iban: bank.iban }), complete: true }
    expect((await guest.call('POST', `${path}/check`, whole)).json()).toMatchObject({ valid: false })
    expect((await one('BANK_DETAILS')).draft).toBeNull()

    await d.told()
    const begun = await guest.call('PUT', `${path}/draft`, { formdata: entries({ iban: bank.iban }) })
    expect(begun.json()).toMatchObject({ state: 'DRAFT', stateLabel: 'Brouillon', files: [] })
    await guest.call('PUT', `${path}/draft`, { formdata: entries(bank), effectiveDate: '2026-11-01' })
    const twice = [picture, { ...picture, name: 'second.png' }]
    const added = (await guest.files(`${path}/draft/files`, twice)).json<PortalAnswer>()
    expect(added.files.map(({ fileName }) => fileName)).toEqual(['piece.png', 'second.png'])
    const removed = await guest.call('DELETE', `${path}/draft/files/${added.files[1]?.fileId}`)
    expect(removed.json<PortalAnswer>().files).toHaveLength(1)
    const { draft, action } = await one('BANK_DETAILS')
    expect(action).toBe('CONTINUE')
    // The company's own bank details are no secret to it.
    expect(draft?.form?.map(({ value }) => value)).toContain('FR7630006000011234567890189')
    expect(draft).toMatchObject({ effectiveDate: '2026-11-01' })

    const sent = await guest.call('POST', `${path}/draft/submit`)
    expect(sent.json()).toMatchObject({ state: 'IN_REVIEW', sentBy: 'ME' })
    await runAnswerJobs(t, d.accountId)
    expect(await one('BANK_DETAILS')).toMatchObject({ status: 'IN_REVIEW', action: 'WAIT', draft: null })
    const { rows } = await t.admin.query<object>(
      `select submitted_by_type as type, submitted_by::int as id, transmitter from response
       where response_id = $1`,
      [sent.json<PortalAnswer>().responseId],
    )
    expect(rows).toEqual([{ type: 'CONTACT', id: guest.contactId, transmitter: 'FOURNISSEUR' }])
    const names = await d.names()
    expect(names).toContain('DOCUMENT_ANSWER_UPDATED')

    const { files = [] } = (await one('BANK_DETAILS')).answers[0] ?? {}
    const download = await guest.call('GET', `/files/${files[0]?.fileId}`)
    expect([download.statusCode, download.rawPayload]).toEqual([200, picture.content])
    const part = await guest.call('GET', `/files/${files[0]?.fileId}`, undefined, { range: 'bytes=0-3' })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 4])
  })

  test('An answer can be taken back or replaced until somebody decides', async () => {
    const path = at('NDA')
    await guest.files(`${path}/draft/files`, [picture])
    await guest.call('POST', `${path}/draft/submit`)
    expect((await guest.call('POST', `${path}/withdraw`)).json()).toMatchObject({ state: 'WITHDRAWN' })
    expect(problemOf(await guest.call('POST', `${path}/withdraw`))).toEqual([409, 'NOTHING_TO_WITHDRAW'])
    for (const name of ['first.png', 'second.png']) {
      await guest.files(`${path}/draft/files`, [{ name, content: somePicture() }])
      expect((await guest.call('POST', `${path}/draft/submit`)).statusCode).toBe(200)
    }
    const { answers } = await one('NDA')
    expect(answers.map(({ state }) => state)).toEqual(['IN_REVIEW', 'REPLACED', 'WITHDRAWN'])
    await guest.files(`${path}/draft/files`, [picture])
    expect((await guest.call('DELETE', `${path}/draft`)).statusCode).toBe(204)
    expect(problemOf(await guest.call('DELETE', `${path}/draft`))).toEqual([404, 'DRAFT_NOT_FOUND'])
  })

  test('An answer that the checks send back is reported by mail to its sender, each time', async () => {
    const path = at('FISCAL_REG')
    const told = async () => {
      await runAnswerJobs(t, d.accountId)
      const mails = (await mailsOf(d)).filter(({ subject }) => subject.startsWith('À corriger'))
      return mails.filter(({ recipient }) => recipient === guest.email)
    }
    const fake = { name: 'fake.pdf', content: Buffer.from('%PDF-1.7 no paper') }
    await guest.files(`${path}/draft/files`, [fake])
    await guest.call('POST', `${path}/draft/submit`)
    const [mail] = await told()
    expect(mail?.text).toContain(
      'fake.\u2060pdf\u00a0: Le contenu du fichier ne correspond pas à son extension.',
    )
    expect(mail?.text).toContain('/portal#link=')
    const { draft, status } = await one('FISCAL_REG')
    expect([status, draft?.findings.length]).toEqual(['TO_CORRECT', 1])
    await guest.call('DELETE', `${path}/draft/files/${draft?.files[0]?.fileId}`)
    await guest.files(`${path}/draft/files`, [{ ...fake, content: Buffer.from('%PDF-1.7 neither') }])
    await guest.call('POST', `${path}/draft/submit`)
    expect(await told()).toHaveLength(2)

    // The account's own people follow what they sent themselves.
    await guest.call('DELETE', `${path}/draft`)
    expect((await d.send('FISCAL_REG', [fake])).statusCode).toBe(201)
    expect(await told()).toHaveLength(2)
    expect(await d.document('FISCAL_REG')).toMatchObject({ statusReason: 'CONTENT_REFUSED' })
  })

  test('An answer with readable files and a figure that does not add up is reported by mail too', async () => {
    const office = await answersDesk(t)
    const sender = await guestOf(t, office, { language: 'fr' })
    const path = `/requests/${office.documents['BANK_DETAILS']}`
    // Right as an international number, wrong as a French one.
    const formdata = entries({ ...bank, iban: 'FR28 3000 6000 0112 3456 7890 180' })
    await sender.call('PUT', `${path}/draft`, { formdata, effectiveDate: '2026-11-01' })
    await sender.files(`${path}/draft/files`, [picture])
    expect((await sender.call('POST', `${path}/draft/submit`)).statusCode).toBe(200)
    await runAnswerJobs(t, office.accountId)
    const mails = (await mailsOf(office)).filter(({ recipient }) => recipient === sender.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^À corriger/)])
    expect(mails[0]?.text).toContain('clé nationale')
    expect(mails[0]?.text).not.toContain('piece.png')
  })

  test('A rejected answer says why when that was shared, and looks undecided when it was not', async () => {
    const send = async (code: string) => {
      await guest.files(`${at(code)}/draft/files`, [{ name: `${code}.png`, content: somePicture() }])
      const sent = (await guest.call('POST', `${at(code)}/draft/submit`)).json<PortalAnswer>()
      await runAnswerJobs(t, d.accountId)
      return sent.responseId
    }
    await t.admin.query('update document set required = true where dossier_id = $1', [d.dossierId])
    const [shared, secret, good] = [await send('GTC'), await send('REG_PROOF'), await send('ACCOUNTS')]
    const forged = await send('NDA')
    // Another dossier asks for the same piece: it need not be sent twice.
    const { documents } = await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE')
    const elsewhere = async () => (await guest.call('GET', `/requests/${documents['REG_PROOF']}`)).json<One>()
    const again = await elsewhere()
    expect(again).toMatchObject({ status: 'TO_SEND', action: 'WAIT', answers: [] })
    const asked = await mailed()
    expect(asked).not.toContain(documents['REG_PROOF'])
    expect(again.sentElsewhere).toEqual({ sentAt: expect.any(String), dossierName: expect.any(String) })
    const comment = 'La page 2 manque.'
    const told = await reject(d, shared, { shareRejectionReason: true, comment })
    expect([told.statusCode, told.body]).toEqual([200, expect.anything()])
    const before = await one('REG_PROOF')
    const hidden = { shareRejectionReason: false, comment: 'CANARY-PRIVATE' }
    expect((await reject(d, secret, hidden)).statusCode).toBe(200)
    expect((await reject(d, forged, { ...hidden, fraud: true })).statusCode).toBe(200)
    expect((await approve(d, good)).statusCode).toBe(200)

    expect(await one('GTC')).toMatchObject({
      status: 'TO_CORRECT',
      action: 'CORRECT',
      rejection: { reason: comment },
      answers: [{ state: 'REJECTED', reason: comment }],
    })
    expect(await one('ACCOUNTS')).toMatchObject({ status: 'ACCEPTED', answers: [{ state: 'ACCEPTED' }] })
    // Nothing at all has changed for who must not know.
    expect([await one('REG_PROOF'), await elsewhere()]).toEqual([before, again])
    expect(await one('NDA')).toMatchObject({ status: 'IN_REVIEW', action: 'WAIT' })
    expect(new Set(await mailed())).toEqual(new Set([...asked, d.documents['GTC']]))
    const history = await guest.call('GET', '/history')
    expect(history.body).not.toContain('CANARY')
    const { content, next } = history.json<Page>()
    expect(next).toBeNull()
    const paged: number[] = []
    let query = ''
    do {
      const page: Page = (await guest.call('GET', `/history?size=2${query}`)).json()
      paged.push(...page.content.map(({ responseId }) => responseId))
      query = page.next === null ? '' : `&before=${page.next}`
    } while (query !== '')
    expect(paged).toEqual(content.map(({ responseId }) => responseId))
    // Whoever is told that it was turned down is asked again, for both.
    await reject(d, await send('REG_PROOF'), { shareRejectionReason: true, comment })
    expect(await mailed()).toEqual(expect.arrayContaining([d.documents['REG_PROOF'], documents['REG_PROOF']]))
    expect(await elsewhere()).toMatchObject({ action: 'SEND', sentElsewhere: null })
  })

  test('An answer is not expected where the account has answered another of the group itself', async () => {
    const { accountId, token, base } = d
    const { thirdpartyId } = await t.given.thirdParty(d, 7)
    const { documents } = await t.given.dossier(d, thirdpartyId, 'SCREENING')
    const [inside = 0, outside = 0] = [documents['INTEGRITY_DECISION'], documents['INTEGRITY_QUEST']]
    await t.admin.query(`update document set alternative_group = 'ONE' where document_id = any($1)`, [
      [inside, outside],
    ])
    const visitor = await guestOf(t, { ...d, thirdpartyId })
    const seen = async () => {
      const { progress, dossiers } = (await visitor.call('GET', '/requests')).json<{
        progress: Record<string, number>
        dossiers: { requests: PortalRequest[] }[]
      }>()
      const request = dossiers[0]?.requests.find(({ documentId }) => documentId === outside)
      const isAsked = (await mailed({ accountId, thirdpartyId })).includes(outside)
      return [request?.action, progress['asked'], progress['toDo'], isAsked]
    }
    const open = async () =>
      (await t.call('GET', `${base}/thirdparties`, { token }))
        .json<{ content: { thirdpartyId: number; summary: { openRequests: number } }[] }>()
        .content.find((row) => row.thirdpartyId === thirdpartyId)?.summary.openRequests ?? 0
    const [, asked] = (await seen()) as [string, number]
    expect(await seen()).toEqual(['SEND', asked, asked, true])
    const before = await open()
    await givenAnswer(t, { accountId, documentId: inside, state: 'ACCEPTED' })
    expect(await seen()).toEqual(['NOTHING', asked - 1, asked - 1, false])
    expect(await open()).toBe(before - 2)
  })

  test('An answer to a form alone is given at once, and repeated under one key once', async () => {
    const fields = (await one('CODE_CONDUCT')).formFields as unknown as { key: string; type: string }[]
    expect(fields.length).toBeGreaterThan(0)
    const path = `${at('CODE_CONDUCT')}/answers`
    const refused = await guest.call('POST', path, { formdata: [] })
    expect(refused.statusCode).toBe(422)
    expect(refused.headers['content-language']).toBe('fr')
    const values: Record<string, string> = { boolean: 'true', date: '01/11/2026', number: '1', string: 'Ada' }
    const formdata = fields.map(({ key, type }) => ({ key, value: values[type] ?? 'Ada' }))
    const keyed = { 'idempotency-key': 'again' }
    const first = await guest.call('POST', path, { formdata }, keyed)
    const again = await guest.call('POST', path, { formdata }, keyed)
    expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    const { rows } = await t.admin.query<{ principal: string }>('select principal from idempotency_key')
    expect(rows).toEqual([{ principal: `contact:${guest.contactId}` }])
  })
})

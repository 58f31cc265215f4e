import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commentOffice, made, type Comment } from '../../../test/comments/comment-office.ts'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { mailsOf } from '../../../test/responses/review-desk.ts'
import { forgetPerson } from '../../platform/journal/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

describe('Rules of comments', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('A comment must fit the size limit and belong to something open in this account', async () => {
    const d = await commentOffice(t)
    const other = await commentOffice(t)
    const path = d.paths.DOCUMENT
    const refused = async (body: unknown) => problemOf(await d.post(path, body))
    for (const body of [
      {},
      { text: '' },
      { text: ' \n\t' },
      { text: 'x', html: 'y' },
      { text: 'x', mentions: ['a'] },
    ]) {
      expect(await refused(body), JSON.stringify(body)).toEqual([400, 'VALIDATION_FAILED'])
    }
    expect(await refused({ text: '€'.repeat(4_001) })).toEqual([400, 'COMMENT_TOO_LONG'])
    expect(await refused({ text: 5 })).toEqual([400, 'COMMENT_TYPE'])
    const twenty = Array.from({ length: 21 }, (_, i) => i + 1)
    expect(await refused({ text: 'x', mentions: twenty })).toEqual([400, 'VALIDATION_FAILED'])
    const stranger = await other.member('Stranger')
    const left = await d.member('Left')
    const resting = await d.member('Resting')
    await d.patch(`/users/${resting.userId}`, { active: false })
    for (const userId of [stranger.userId, resting.userId, Number.MAX_SAFE_INTEGER]) {
      expect(await refused({ text: 'x', mentions: [left.userId, userId] })).toEqual([
        422,
        'COMMENT_MENTION_UNKNOWN',
      ])
    }
    expect(await d.events()).toEqual([])
    const long = made(await d.post(path, { text: '😀'.repeat(4_000), mentions: [left.userId] }))
    const one = `/comments/${long.commentId}`

    // Who has left keeps being mentioned, without a name; new mentions are of people who are there.
    await d.send('DELETE', `/users/${left.userId}`, d.token)
    expect((await d.get(one)).json()).toMatchObject({ mentions: [{ userId: left.userId, name: null }] })
    const kept = await d.patch(one, { text: 'Short', mentions: [left.userId] })
    expect(kept.json()).toMatchObject({ text: 'Short', mentions: [{ userId: left.userId, name: null }] })
    expect(problemOf(await d.patch(one, { mentions: [left.userId, resting.userId] }))[1]).toBe(
      'COMMENT_MENTION_UNKNOWN',
    )

    // Another account knows nothing of all this, in either direction.
    for (const [asker, answer] of [
      [other, `/comments/${long.commentId}`],
      [d, '/comments/999999999'],
    ] as const) {
      expect(problemOf(await asker.get(answer))).toEqual([404, 'COMMENT_NOT_FOUND'])
      expect(problemOf(await asker.patch(answer, { text: 'x' }))).toEqual([404, 'COMMENT_NOT_FOUND'])
    }
    expect(problemOf(await d.post(other.paths.THIRD_PARTY, { text: 'x' }))).toEqual([
      404,
      'THIRD_PARTY_NOT_FOUND',
    ])
    expect(problemOf(await d.get(other.paths.DOSSIER))).toEqual([404, 'DOSSIER_NOT_FOUND'])
    const elsewhere = `/dossiers/${d.dossierId}/documents/${other.documents['NDA']}/comments`
    expect(problemOf(await d.get(elsewhere))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
    expect(problemOf(await d.post(elsewhere, { text: 'x' }))).toEqual([404, 'DOCUMENT_NOT_FOUND'])

    // What is archived is read, and what was written there can only be taken away.
    const first = made(await d.post(d.paths.THIRD_PARTY, { text: 'On the company' }))
    await d.post(`/thirdparties/${d.thirdpartyId}/archive`)
    for (const [where, code, id] of [
      [d.paths.THIRD_PARTY, 'THIRD_PARTY_ARCHIVED', first.commentId],
      [path, 'DOSSIER_ARCHIVED', long.commentId],
    ] as const) {
      expect(problemOf(await d.post(where, { text: 'x' }))).toEqual([409, code])
      expect(problemOf(await d.patch(`/comments/${id}`, { text: 'x' }))).toEqual([409, code])
      expect((await d.list(where)).totalElements).toBe(1)
      expect((await d.send('DELETE', `/comments/${id}`, d.token)).statusCode).toBe(204)
    }
    expect(problemOf(await d.post(d.paths.DOSSIER, { text: 'x' }))).toEqual([409, 'DOSSIER_ARCHIVED'])
  })

  test('Comments are listed newest first by page and cursor, while others write', async () => {
    const d = await commentOffice(t)
    const path = d.paths.THIRD_PARTY
    const key = { 'idempotency-key': 'once' }
    const first = made(await d.post(path, { text: '0' }, key))
    expect((await d.post(path, { text: '0' }, key)).headers['idempotency-replayed']).toBe('true')
    for (const text of ['1', '2', '3', '4']) await d.post(path, { text })
    await d.post(d.paths.DOSSIER, { text: 'elsewhere' })
    const texts = (page: { content: Comment[] }) => page.content.map(({ text }) => text)
    const page = await d.list(`${path}?size=2`)
    expect([texts(page), page.totalElements]).toEqual([['4', '3'], 5])
    await d.post(path, { text: '5' })
    expect(texts(await d.list(`${path}?size=2&cursor=${page.next}`))).toEqual(['2', '1'])
    expect(texts(await d.list(`${path}?size=2&page=2`))).toEqual(['1', '0'])
    const foreign = await d.get(`${d.paths.DOSSIER}?cursor=${page.next}`)
    expect(problemOf(foreign)).toEqual([400, 'PAGE_TOKEN_INVALID'])

    const one = `/comments/${first.commentId}`
    const anne = await d.member('Anne')
    const tag = (await d.get(one)).headers['etag'] as string
    await d.events()
    const race = await Promise.all(
      ['a', 'b', 'c'].map((text) => d.patch(one, { text, mentions: [anne.userId] }, { 'if-match': tag })),
    )
    expect(statuses(race)).toEqual([200, 412, 412])
    expect((await d.events()).map(({ eventName }) => eventName)).toEqual([
      'THIRD_PARTY_COMMENT_UPDATED',
      'THIRD_PARTY_COMMENT_MENTION_ADDED',
    ])
    // Without If-Match the last one wins, and each starts from what the one before it left.
    await Promise.all(['d', 'e', 'f'].map((text) => d.patch(one, { text, mentions: [] })))
    const told = await d.events()
    expect(told.filter(({ eventName }) => eventName.includes('MENTION'))).toHaveLength(1)
    const steps = told.flatMap(({ data: { before, after } }) => (before ? [{ before, after }] : []))
    expect(steps).toHaveLength(3)
    expect(steps.slice(1).map(({ before }) => before)).toMatchObject(
      steps.slice(0, 2).map(({ after }) => ({ text: (after as Comment).text })),
    )
    const ends = await Promise.all([1, 2, 3].map(() => d.send('DELETE', one, d.token)))
    expect(statuses(ends)).toEqual([204, 404, 404])
  })

  test('Each person mentioned is notified once, in their language, and an erased person is forgotten', async () => {
    const d = await commentOffice(t)
    const author = await t.given.person([d.accountId], ['REVIEWER'])
    const named = { token: author.token, body: { name: 'Inès <b>Morel</b>' } }
    expect((await t.call('PATCH', '/me', named)).statusCode).toBe(204)
    const [jean, mary] = [await d.member('Jean Petit', 'fr'), await d.member('Mary 100%_Long')]
    const people = [jean.userId, mary.userId, author.userId]
    const text = 'Merci de vérifier\n<i>avant</i> jeudi.'
    const comment = made(await d.send('POST', d.paths.DOCUMENT, author.token, { text, mentions: people }))
    const one = `/comments/${comment.commentId}`
    const mails = (await mailsOf(d)).toSorted((a, b) => a.language.localeCompare(b.language))
    expect(mails.map(({ recipient, language }) => [recipient, language])).toEqual([
      [mary.email, 'en'],
      [jean.email, 'fr'],
    ])
    const page = `http://vigie.test/app/account/${d.accountId}/dossiers/${d.dossierId}?document=${d.documents['NDA']}`
    for (const mail of mails) {
      expect(mail.subject).toContain('Inès <b>Morel</b>')
      expect(mail.text).toContain(text)
      expect(mail.text).toContain(page)
      expect(mail.html).toContain('Merci de vérifier<br>&lt;i&gt;avant&lt;/i&gt; jeudi.')
      expect(mail.html).toContain('Inès &lt;b&gt;Morel&lt;/b&gt;')
      expect(mail.html).toContain(`href="${page}"`)
    }
    expect(mails[0]?.text).toMatch(/document “.+” in the dossier “.+” of \S/)
    expect(mails[1]?.text).toMatch(/document «\s.+\s» du dossier «\s.+\s» de \S/)
    // Again only for who comes anew.
    await d.send('PATCH', one, author.token, { text: 'Plus clair' })
    await d.send('PATCH', one, author.token, { mentions: [jean.userId] })
    expect(await mailsOf(d)).toHaveLength(2)
    await d.send('PATCH', one, author.token, { mentions: people })
    const recipients = (await mailsOf(d)).map(({ recipient }) => recipient)
    expect(recipients.toSorted()).toEqual([jean.email, mary.email, mary.email])

    const names = async (q: string) =>
      (await d.get(`/mentionable-users?q=${encodeURIComponent(q)}`)).json<{ content: { name: string }[] }>()
        .content
    expect(await names(' jean ')).toEqual([{ userId: jean.userId, name: 'Jean Petit' }])
    expect((await names('%_')).map(({ name }) => name)).toEqual(['Mary 100%_Long'])
    expect((await names('m')).map(({ name }) => name)).toEqual(['Mary 100%_Long', 'Inès <b>Morel</b>'])
    expect(await names('')).toHaveLength(3)
    await d.patch(`/users/${mary.userId}`, { active: false })
    expect(await names('')).toHaveLength(2)

    await d.events()
    await d.send('PATCH', one, author.token, { text: 'Dernier mot' })
    await t.db.write(wholeAccount(d.accountId), async (tx) => {
      await forgetPerson(tx, d, { type: 'USER', id: author.userId })
      await forgetPerson(tx, d, { type: 'USER', id: jean.userId })
    })
    // The words are the account's; who wrote them is nobody any more, and the journal forgets both.
    expect((await d.get(one)).json()).toMatchObject({
      text: 'Dernier mot',
      author: { id: author.userId, name: null },
      mentions: [{ name: null }, { name: null }, { name: 'Mary 100%_Long' }],
    })
    const [edited] = await d.events()
    expect(edited).toMatchObject({ actor: { name: null }, data: { commentId: comment.commentId } })
    expect(edited?.data).not.toHaveProperty('after')
  })
})

function statuses(answers: readonly { statusCode: number }[]): number[] {
  return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commentOffice, made, type CommentOffice } from '../../../test/comments/comment-office.ts'
import { problemOf } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

const kinds = ['THIRD_PARTY', 'DOSSIER', 'DOCUMENT'] as const

describe('Comments', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('Comments are written on all three resources, edited and deleted, each change with its event', async () => {
    const d = await commentOffice(t)
    // Known in the order of their ids: their events come in it.
    const author = await t.given.person([d.accountId], ['MANAGER'])
    const [anne, bob] = [await d.member('Anne Martin'), await d.member('Bob Stone')]
    const started = wireSecond(-1)
    for (const kind of kinds) {
      const commentId = await live(d, kind, { author, others: [anne.userId, bob.userId] })
      const mention = (what: string, userId: number, userName: string) => [
        `${kind}_COMMENT_MENTION_${what}`,
        { commentId, userId, userName },
      ]
      const toAuthor = (what: string) => mention(what, author.userId, 'Test Person')
      const toAnne = (what: string) => mention(what, anne.userId, 'Anne Martin')
      const toBob = (what: string) => mention(what, bob.userId, 'Bob Stone')
      const first = { mentions: [anne.userId, bob.userId], text: 'First\nsecret words' }
      const second = { mentions: [author.userId, bob.userId], text: 'Second' }
      const people = { before: { mentions: second.mentions }, after: { mentions: [bob.userId] } }
      const told = await d.events()
      expect(told.map(({ eventName, data }) => [eventName, data])).toEqual([
        [`${kind}_COMMENT_ADDED`, { commentId, ...first }],
        toAnne('ADDED'),
        toBob('ADDED'),
        [`${kind}_COMMENT_UPDATED`, { commentId, before: first, after: second }],
        toAuthor('ADDED'),
        toAnne('DELETED'),
        toBob('UPDATED'),
        [`${kind}_COMMENT_UPDATED`, { commentId, ...people }],
        toAuthor('DELETED'),
        [`${kind}_COMMENT_DELETED`, { commentId }],
        toBob('DELETED'),
      ])
      for (const event of told) {
        expect(event).toMatchObject(placeOf(d, kind))
        expect(event.actor).toEqual({ type: 'USER', id: author.userId, name: 'Test Person' })
      }
    }
    await findAll(d, `eventOccurrenceStartDate=${started}&eventOccurrenceEndDate=${wireSecond(1)}`)
    // Neither words nor names stand in the journal or, once deleted, in the table.
    const { rows } = await t.admin.query<{ clear: boolean; kept: boolean }>(
      `select (select bool_or(convert_from(payload, 'utf8') ~ 'secret|Second|Anne|Stone|Test Person')
           from event_detail where account_id = $1) as clear,
         (select bool_or(text <> '') from comment where account_id = $1)
           or exists (select from comment_mention where account_id = $1) as kept`,
      [d.accountId],
    )
    expect(rows).toEqual([{ clear: false, kept: false }])
    expect(await t.db.read(wholeAccount(d.accountId), (tx) => verifyJournal(tx, d))).toMatchObject({
      intact: true,
    })
  })

  test('A comment is changed by its author alone, and written by whoever manages or decides', async () => {
    const d = await commentOffice(t)
    const client = (role: 'MANAGER' | 'REVIEWER' | 'READER' | 'AUDITOR') =>
      t.given.client(d.accountId, [role])
    const [manager, reviewer] = [await client('MANAGER'), await client('REVIEWER')]
    const anne = await d.member('Anne')
    const path = d.paths.DOSSIER
    const comment = made(
      await d.send('POST', path, manager.token, { text: 'By a client', mentions: [anne.userId] }),
    )
    expect(comment.author).toEqual({ type: 'API_CLIENT', id: expect.any(Number), name: 'Test client' })
    const one = `/comments/${comment.commentId}`
    // A client is nobody to be forgotten: its words stand in the event as they are.
    await d.send('PATCH', one, manager.token, { text: 'Corrected', mentions: [] })
    expect((await d.events()).map(({ data }) => data)).toMatchObject([
      { text: 'By a client' },
      { userId: anne.userId },
      {
        before: { text: 'By a client', mentions: [anne.userId] },
        after: { text: 'Corrected', mentions: [] },
      },
      { userId: anne.userId },
    ])
    for (const token of [reviewer.token, d.token]) {
      const refused = await d.send('PATCH', one, token, { text: 'Mine now' })
      expect(problemOf(refused)).toEqual([403, 'COMMENT_NOT_OWN'])
    }
    expect(problemOf(await d.send('DELETE', one, reviewer.token))).toEqual([403, 'PERMISSION_DENIED'])
    for (const role of ['READER', 'AUDITOR'] as const) {
      const { token } = await client(role)
      const reads = await t.call('GET', `${d.base}${path}`, { token })
      expect(reads.json<{ content: unknown[] }>().content).toHaveLength(1)
      for (const refused of [
        await d.send('POST', path, token, {}),
        await d.send('PATCH', one, token, {}),
        await d.send('DELETE', one, token),
      ]) {
        expect(problemOf(refused)).toEqual([403, 'PERMISSION_DENIED'])
      }
    }
    made(await d.send('POST', path, reviewer.token, { text: 'By another' }))
    expect((await d.send('DELETE', one, d.token)).statusCode).toBe(204)
    expect((await d.events()).map(({ eventName }) => eventName)).toEqual([
      'DOSSIER_COMMENT_ADDED',
      'DOSSIER_COMMENT_DELETED',
    ])
  })
})

function wireSecond(shift: number): string {
  return new Date(Date.now() + shift * 1_000).toISOString().slice(0, 19)
}

type Kind = (typeof kinds)[number]

function placeOf(d: CommentOffice, kind: Kind) {
  return {
    resourceType: kind,
    thirdpartyId: d.thirdpartyId,
    dossierId: kind === 'THIRD_PARTY' ? null : d.dossierId,
    documentId: kind === 'DOCUMENT' ? d.documents['NDA'] : null,
  }
}

/** The whole life of a comment; the events are looked at afterwards. */
async function live(
  d: CommentOffice,
  kind: Kind,
  { author, others: [anne, bob] }: { author: { userId: number; token: string }; others: [number, number] },
): Promise<number> {
  const path = d.paths[kind]
  const send = (method: 'POST' | 'PATCH' | 'DELETE', to: string, body?: unknown) =>
    d.send(method, to, author.token, body)
  const answer = await send('POST', path, { text: 'First\nsecret words', mentions: [bob, anne, bob] })
  const comment = made(answer)
  const { commentId } = comment
  expect(comment).toEqual({
    ...placeOf(d, kind),
    commentId,
    text: 'First\nsecret words',
    author: { type: 'USER', id: author.userId, name: 'Test Person' },
    mentions: [
      { userId: anne, name: 'Anne Martin' },
      { userId: bob, name: 'Bob Stone' },
    ],
    createdAt: expect.any(String),
    editedAt: null,
  })
  const one = `/comments/${commentId}`
  expect(answer.headers['location']).toBe(`${d.base}${one}`)
  const got = await d.get(one)
  expect([got.json(), got.headers['etag']]).toEqual([comment, answer.headers['etag']])

  // Anne goes, Bob stays in other words, the author comes.
  const edited = await send('PATCH', one, { text: 'Second', mentions: [bob, author.userId] })
  expect(edited.json()).toMatchObject({ text: 'Second', editedAt: expect.any(String) })
  for (const same of [{ text: 'Second', mentions: [author.userId, bob] }, {}]) {
    expect((await send('PATCH', one, same)).headers['etag']).toBe(edited.headers['etag'])
  }
  // The people alone: nobody is mentioned in other words.
  await send('PATCH', one, { mentions: [bob] })
  expect((await d.list(path)).content).toMatchObject([{ commentId, text: 'Second' }])
  expect((await send('DELETE', one)).statusCode).toBe(204)
  expect(await d.list(path)).toMatchObject({ content: [], totalElements: 0 })
  for (const gone of [await d.get(one), await send('PATCH', one, { text: 'x' }), await send('DELETE', one)]) {
    expect(problemOf(gone)).toEqual([404, 'COMMENT_NOT_FOUND'])
  }
  return commentId
}

/** Each of the eighteen names leads to what it happened to. */
async function findAll(d: CommentOffice, range: string): Promise<void> {
  const changes = ['ADDED', 'UPDATED', 'DELETED']
  const lists = { THIRD_PARTY: 'thirdparties', DOSSIER: 'dossiers', DOCUMENT: 'documents' }
  for (const kind of kinds) {
    const { thirdpartyId, dossierId, documentId } = placeOf(d, kind)
    const id = documentId ? { documentId } : dossierId ? { dossierId } : { thirdpartyId }
    for (const what of [...changes, ...changes.map((change) => `MENTION_${change}`)]) {
      const found = await d.get(`/${lists[kind]}/search?eventNames=${kind}_COMMENT_${what}&${range}`)
      expect(found.json<{ content: unknown[] }>().content, found.body).toMatchObject([id])
    }
  }
}

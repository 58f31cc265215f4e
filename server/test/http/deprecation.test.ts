import { Writable } from 'node:stream'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes, PageOf, pageQuery, type HttpApp } from '../../src/platform/http/index.ts'
import { answerPage } from '../../src/platform/lists/index.ts'
import { as, cursors, path, toyApp } from './toy-app.ts'

const deprecated = { since: '2026-03-01', sunset: '2027-03-01', instead: 'listNotes' }

function withDeprecated(app: HttpApp, told: typeof deprecated): HttpApp {
  accountRoutes(app, async (scope) => {
    const schema = {
      operationId: 'listOldNotes',
      description: 'Lists notes.',
      querystring: Type.Object(pageQuery()),
      response: { 200: PageOf(Type.Object({ id: Type.Integer() })) },
    }
    scope.get('/old-notes', { config: { right: 'read', deprecated: told }, schema }, (request, reply) =>
      answerPage(request, reply, {
        cursors,
        filters: {},
        read: async () => ({ content: [{ id: 1 }], total: 9, totalIsExact: true, last: [2] }),
      }),
    )
  })
  return app
}

const lines: { requestId?: string; deprecated?: string; actor?: string }[] = []
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line))
    done()
  },
})

let app: HttpApp
beforeAll(async () => {
  app = withDeprecated(toyApp({ rates: false, log: { level: 'info', stream } }), deprecated)
  await app.ready()
})
afterAll(() => app.close())

const told = {
  deprecation: `@${Date.UTC(2026, 2, 1) / 1000}`,
  sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
}

test('Every answer of a deprecated operation says since when, until when and where to read on', async () => {
  for (const url of [`${path}/old-notes`, '/old-notes']) {
    const answer = await app.inject({ url, headers: as('reader') })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject(told)
    expect(String(answer.headers['link'])).toMatch(
      /^<[^>]*\/old-notes\?cursor=[^>]+>; rel="next", <\/docs>; rel="deprecation"/,
    )
  }
  const refused = await app.inject({ url: `${path}/old-notes?page=x`, headers: as('reader') })
  expect(refused.statusCode).toBe(400)
  expect(refused.headers).toMatchObject({
    ...told,
    link: expect.stringMatching(/^<\/docs>; rel="deprecation"/),
  })
})

test('HEAD says it once, as GET does', async () => {
  const answer = await app.inject({ method: 'HEAD', url: `${path}/old-notes`, headers: as('reader') })
  expect(answer.headers).toMatchObject(told)
  expect(String(answer.headers['link']).match(/rel="deprecation"/g)).toHaveLength(1)
})

test('What is not deprecated says nothing of it', async () => {
  const { headers } = await app.inject({ url: `${path}/notes`, headers: as('reader') })
  expect(headers['deprecation']).toBeUndefined()
  expect(headers['sunset']).toBeUndefined()
  expect(headers['link']).not.toContain('deprecation')
})

test('The log names the deprecated operation beside who called it', async () => {
  const lineOf = async (url: string) => {
    const answer = await app.inject({ url, headers: as('reader') })
    return lines.find(({ requestId }) => requestId === answer.headers['x-request-id'])
  }
  expect(await lineOf(`${path}/old-notes`)).toMatchObject({ deprecated: 'listOldNotes', actor: 'client:40' })
  expect(await lineOf(`${path}/notes`)).not.toHaveProperty('deprecated')
})

test('The description marks it, says what to use instead and declares the headers', async () => {
  const { paths } = (await app.inject('/openapi.json')).json()
  const old = paths['/api/v1/account/{accountId}/old-notes'].get
  expect(old.deprecated).toBe(true)
  expect(old.description).toBe(
    'Lists notes. Deprecated since 2026-03-01, and answered until 2027-03-01 at least: use listNotes instead.',
  )
  expect(Object.keys(old.responses['200'].headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  )
  const current = paths['/api/v1/account/{accountId}/notes'].get
  expect(current.deprecated).toBeUndefined()
  expect(current.responses['200'].headers).not.toHaveProperty('Deprecation')
})

test.each([
  ['ends within twelve months', { sunset: '2027-02-28' }, /ends on 2027-02-28, less than 12 months after/],
  ['has a day that does not exist', { since: '2026-02-30' }, /2026-02-30 is no day/],
  ['names an operation that does not exist', { instead: 'nothing' }, /names nothing to be used instead/],
])('A deprecation that %s stops the start', async (_name, change, message) => {
  const wrong = toyApp()
  const start = async () => withDeprecated(wrong, { ...deprecated, ...change }).ready()
  await expect(start()).rejects.toThrow(message)
  await wrong.close().catch(() => undefined)
})

import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { accountRoutes, registerWithRight, type HttpRoutes } from '../../src/platform/http/index.ts'
import { as, path, toyApp } from './toy-app.ts'

const answer = async () => ({ ok: true })

async function start(routes: HttpRoutes, kind: 'account' | 'plain'): Promise<void> {
  const app = toyApp()
  if (kind === 'account') accountRoutes(app, routes)
  else void app.register(routes)
  try {
    await app.ready()
  } finally {
    await app.close()
  }
}

test.each<[string, 'account' | 'plain', HttpRoutes, RegExp]>([
  ['no right', 'plain', async (app) => void app.get('/x', answer), /GET \/x declares no right/],
  [
    'no right in an account',
    'account',
    async (app) => void app.get('/x', { schema: { operationId: 'x' } }, answer),
    /declares no right/,
  ],
  [
    'no operationId',
    'account',
    async (app) => void app.get('/x', { config: { right: 'read' } }, answer),
    /no operationId/,
  ],
  [
    'a right outside an account',
    'plain',
    async (app) => void app.get('/x', { config: { right: 'read' } }, answer),
    /outside an account/,
  ],
  [
    'a public route of an account',
    'account',
    async (app) => void app.get('/x', { config: { right: 'public' }, schema: { operationId: 'x' } }, answer),
    /cannot be public/,
  ],
  [
    'an operationId taken twice',
    'account',
    async (app) =>
      void app.get('/x', { config: { right: 'read' }, schema: { operationId: 'getNote' } }, answer),
    /getNote is taken/,
  ],
])('A route with %s stops the start', async (_name, kind, routes, message) => {
  await expect(start(routes, kind)).rejects.toThrow(message)
})

test('A plugin’s own routes take the right given for them', async () => {
  const app = toyApp()
  registerWithRight(app, 'public', async (scope) => void scope.get('/plain', answer))
  registerWithRight(app, 'authenticated', async (scope) => void scope.get('/closed', answer))
  expect((await app.inject('/plain?from=mail')).json()).toEqual({ ok: true })
  expect((await app.inject('/closed')).statusCode).toBe(401)
  expect((await app.inject({ url: '/closed', headers: as('both') })).json()).toEqual({ ok: true })
  await app.close()
})

test('A query schema may leave room for parameters it does not know', async () => {
  const app = toyApp()
  void app.register(async (scope: typeof app) => {
    const querystring = Type.Object({ code: Type.String() }, { additionalProperties: true })
    scope.get(
      '/callback',
      { config: { right: 'public' }, schema: { querystring } },
      async (request) => request.query,
    )
  })
  expect((await app.inject('/callback?code=1&session_state=2')).json()).toEqual({
    code: '1',
    session_state: '2',
  })
  expect((await app.inject('/callback?code=1&code=2')).json().code).toBe('PARAMETER_REPEATED')
  await app.close()
})

test('HEAD comes with GET and needs the same right', async () => {
  const app = toyApp()
  expect((await app.inject({ method: 'HEAD', url: `${path}/notes/1` })).statusCode).toBe(401)
  expect(
    (await app.inject({ method: 'HEAD', url: `${path}/notes/1`, headers: as('reader') })).statusCode,
  ).toBe(200)
  await app.close()
})

test('The published description is complete and free of our own keywords', async () => {
  const app = toyApp()
  void app.register(async (scope: typeof app) => {
    const schema = { operationId: 'ping', response: { 200: Type.Object({ ok: Type.Boolean() }) } }
    scope.get('/ping', { config: { right: 'public' }, schema }, async () => ({ ok: true }))
  })
  const text = (await app.inject('/openapi.json')).body
  const document = JSON.parse(text)
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths).toSorted()).toEqual([
    '/api/v1/account/{accountId}/broken',
    '/api/v1/account/{accountId}/notes',
    '/api/v1/account/{accountId}/notes/{noteId}',
    '/api/v1/account/{accountId}/notes/{noteId}/archive',
    '/api/v1/account/{accountId}/notes/{noteId}/reject',
    '/api/v1/account/{accountId}/slow',
    '/api/v1/account/{accountId}/state/{code}',
    '/ping',
  ])
  const add = document.paths['/api/v1/account/{accountId}/notes'].post
  expect(add.operationId).toBe('addNote')
  expect(add.security).toEqual([{ bearer: [] }, { oauth2: [] }])
  expect(add.parameters[0]).toMatchObject({ name: 'accountId', in: 'path', required: true })
  expect(Object.keys(add.responses)).toEqual(
    expect.arrayContaining(['400', '401', '403', '404', '429', '500', '503']),
  )
  const { $ref } = add.requestBody.content['application/json'].schema
  expect(document.components.schemas[$ref.split('/').at(-1) ?? '']?.additionalProperties).toBe(false)
  expect(document.paths['/ping'].get.responses['401']).toBeUndefined()
  expect(text).not.toContain('"problem":')
  await app.close()
})

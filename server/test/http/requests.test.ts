import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpApp } from '../../src/platform/http/index.ts'
import { account, as, otherAccount, path, toyApp } from './toy-app.ts'

let app: HttpApp
beforeAll(async () => {
  app = toyApp({ rates: false })
  await app.ready()
})
afterAll(() => app.close())

const post = (body: string | object, headers: Record<string, string> = {}, url = `${path}/notes`) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...as('manager'), 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const get = (url: string, headers: Record<string, string> = as('reader')) => app.inject({ url, headers })

describe('Authentication', () => {
  test.each([
    ['no token', {}, 'AUTH_TOKEN_MISSING', 'Bearer'],
    ['another scheme', { authorization: 'Basic abc' }, 'AUTH_TOKEN_MISSING', 'Bearer'],
    ['two tokens', { authorization: 'Bearer a b' }, 'AUTH_TOKEN_MISSING', 'Bearer'],
    ['an expired token', as('expired'), 'AUTH_TOKEN_EXPIRED', 'Bearer error="invalid_token"'],
    ['a forged token', as('forged'), 'AUTH_TOKEN_INVALID', 'Bearer error="invalid_token"'],
  ])(
    'A request with %s is refused with its challenge',
    async (_name, headers: Record<string, string>, code, challenge) => {
      const answer = await get(`${path}/notes/1`, headers)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toMatchObject({
        code,
        type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
      })
      expect(answer.headers['www-authenticate']).toBe(challenge)
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    },
  )

  test('A foreign account and a malformed one get the same answer', async () => {
    for (const id of [otherAccount, 'abc', '07', '1e1', '99999999999999999999', '%00']) {
      const answer = await get(`/api/v1/account/${id}/notes/1`)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'ACCOUNT_FORBIDDEN'])
    }
  })

  test('A missing right is named', async () => {
    const answer = await post({ title: 'x' }, as('reader'))
    expect(answer.json()).toMatchObject({ status: 403, code: 'PERMISSION_DENIED', permission: 'manage' })
  })

  test('The shorthand works for a token of one account, and only for such', async () => {
    expect((await get('/notes/5')).json()).toEqual({ noteId: 5, accountId: account })
    expect((await get('/notes/5', as('both'))).json().code).toBe('ACCOUNT_AMBIGUOUS')
    expect((await get(`${path}/notes/5`, as('both'))).json()).toEqual({ noteId: 5, accountId: account })
  })
})

describe('The order of checks', () => {
  test.each([
    ['token before account', as('forged'), '/api/v1/account/8/notes', 401],
    [
      'account before media type',
      { ...as('manager'), 'content-type': 'text/xml' },
      '/api/v1/account/8/notes',
      403,
    ],
    ['media type before right', { ...as('reader'), 'content-type': 'text/xml' }, `${path}/notes`, 415],
    ['size before right', { ...as('reader'), 'content-length': '999999' }, `${path}/notes`, 413],
    ['right before syntax', as('reader'), `${path}/notes`, 403],
    ['syntax last', as('manager'), `${path}/notes`, 400],
  ])('The checks run in order: %s', async (_name, headers: Record<string, string>, url, status) => {
    expect((await post('{', headers, url)).statusCode).toBe(status)
  })

  test('A wrong verb is reported to authorised callers, with what is allowed', async () => {
    const url = `${path}/notes/1`
    expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(401)
    expect(
      (await app.inject({ method: 'DELETE', url: '/api/v1/account/8/notes/1', headers: as('reader') }))
        .statusCode,
    ).toBe(403)
    const answer = await app.inject({ method: 'DELETE', url, headers: as('reader') })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await app.inject({ method: 'PUT', url: '/healthz', payload: '{' })).statusCode).toBe(405)
  })

  test('An unknown path is 404 whatever its body', async () => {
    const answer = await post('{', {}, '/nowhere')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  })
})

describe('Bodies', () => {
  test.each([
    'text/plain',
    'text/json',
    'text/html',
    'application/xml',
    'application/json+x',
    'application/ld+json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; foo=bar',
    'application/json;charset=utf-8;charset=utf-8',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    '*/*',
    'application/*',
    'json',
    ';',
    'application/json, text/plain',
    'application / json',
    'application/json\t;x',
    '',
  ])('A body of type "%s" is refused', async (type) => {
    const answer = await post({ title: 'x' }, { 'content-type': type })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
  })

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"'])(
    'A body of type "%s" is read',
    async (type) => {
      expect((await post({ title: 'é' }, { 'content-type': type })).json()).toEqual({ title: 'é' })
    },
  )

  test.each([
    ['syntax', '{"title":'],
    ['trailing comma', '{"title":"x",}'],
    ['a byte order mark', '\ufeff{"title":"x"}'],
    ['__proto__', '{"title":"x","__proto__":{"admin":true}}'],
    ['escaped __proto__', '{"title":"x","\\u005f_proto__":1}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}'],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('A body malformed by %s is refused', async (_name, body) => {
    const answer = await post(body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'JSON_MALFORMED'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('A body with invalid UTF-8 is refused', async () => {
    const payload = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
    const headers = { ...as('manager'), 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: `${path}/notes`, headers, payload })
    expect(answer.json().code).toBe('JSON_MALFORMED')
  })

  test.each(['{"title":"a\\u0000b"}', '{"title":"\\ud800"}', '{"title":"x","tags":["\\udc00"]}'])(
    'Text the database cannot hold is refused: %s',
    async (body) => {
      const answer = await post(body)
      expect([answer.json().code, answer.json().errors[0].code]).toEqual([
        'VALIDATION_FAILED',
        'FIELD_CHARACTERS',
      ])
    },
  )

  test('An empty body is reported where one is needed, and accepted where none is', async () => {
    expect((await post('')).json().code).toBe('BODY_REQUIRED')
    expect((await post('', {}, `${path}/notes/1/archive`)).json()).toEqual({ archived: true })
    expect((await post({ reason: 1 }, {}, `${path}/notes/1/archive`)).json().errors[0].code).toBe(
      'FIELD_UNKNOWN',
    )
    expect((await post('', {}, `${path}/notes/1/reject`)).json().code).toBe('SHARE_REJECTION_REASON_MISSING')
  })

  test('A body may have 256 KiB and no more', async () => {
    const answer = await post(JSON.stringify({ title: 'x'.repeat(256 * 1024) }))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'BODY_TOO_LARGE'])
  })
})

describe('Fields', () => {
  test.each([
    [{}, [['/title', 'FIELD_REQUIRED']]],
    [{ title: 'x', titel: 'y' }, [['/titel', 'FIELD_UNKNOWN']]],
    [{ title: 'x', inner: { deep: true, more: 1 } }, [['/inner/more', 'FIELD_UNKNOWN']]],
    [{ title: 1 }, [['/title', 'FIELD_TYPE']]],
    [{ title: 'x'.repeat(21) }, [['/title', 'FIELD_TOO_LONG']]],
    [{ title: '' }, [['/title', 'FIELD_TOO_SHORT']]],
    [{ title: 'x', kind: 'C' }, [['/kind', 'FIELD_ENUM']]],
    [{ title: 'x', count: '2' }, [['/count', 'FIELD_TYPE']]],
    [{ title: 'x', count: 0 }, [['/count', 'FIELD_RANGE']]],
    [{ title: 'x', either: 3 }, [['/either', 'FIELD_FORMAT']]],
    [{ title: 'x', tags: ['1', '2', '3', '4'] }, [['/tags', 'FIELD_TOO_MANY']]],
    [
      { title: 'x', count: 0, kind: 1 },
      [
        ['/kind', 'FIELD_ENUM'],
        ['/count', 'FIELD_RANGE'],
      ],
    ],
    [[], [['', 'FIELD_TYPE']]],
    ['null', [['', 'FIELD_TYPE']]],
  ])('The body %j gets its field errors', async (body, expected) => {
    const problem = (await post(body)).json()
    expect(problem.code).toBe('VALIDATION_FAILED')
    expect(
      problem.errors.map((fault: { pointer: string; code: string }) => [fault.pointer, fault.code]),
    ).toEqual(expected)
  })

  test.each([
    [
      { title: 'x', comment: 'too long' },
      'COMMENT_TOO_LONG',
      'The comment is longer than 5 characters. Shorten it.',
    ],
    [{ title: 'x', comment: 1 }, 'COMMENT_TYPE', 'The comment must be a JSON string. Put it between quotes.'],
  ])('A field may name its own problem: %j', async (body, code, detail) => {
    expect((await post(body)).json()).toMatchObject({ code, detail, status: 400 })
  })

  test.each([null, 'true', 0, 1])('Nothing is converted: %j is no boolean', async (value) => {
    const answer = await post({ shareRejectionReason: value }, {}, `${path}/notes/1/reject`)
    expect(answer.json().code).toBe('SHARE_REJECTION_REASON_TYPE')
  })

  test('At most 20 faults are listed, and messages use the requested language', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1]))
    const problem = (await post({ title: 'x', ...many }, { 'accept-language': 'fr' })).json()
    expect(problem.errors).toHaveLength(20)
    expect(problem.errors[0].message).toBe('Ce champ n’existe pas ici.')
  })
})

describe('Parameters', () => {
  test.each([
    ['notes/abc', 'ID_INVALID'],
    ['notes/12345678901234567', 'ID_INVALID'],
    ['notes/-1', 'ID_INVALID'],
    ['notes/1.5', 'ID_INVALID'],
    ['notes/%00', 'ID_INVALID'],
    [`notes/${'9'.repeat(3000)}`, 'ID_INVALID'],
    ['notes?pge=1', 'PARAMETER_UNKNOWN'],
    ['notes?__proto__=1', 'PARAMETER_UNKNOWN'],
    ['notes/1?x=1', 'PARAMETER_UNKNOWN'],
    ['notes?page=1&page=2', 'PARAMETER_REPEATED'],
    ['notes?p%61ge=1&page=2', 'PARAMETER_REPEATED'],
    ['notes?page=-1', 'PAGE_INVALID'],
    ['notes?page=x', 'PAGE_INVALID'],
    ['notes?size=0', 'PAGE_INVALID'],
    ['notes?size=1.5', 'PAGE_INVALID'],
    ['notes?size=', 'PAGE_INVALID'],
    ['notes?page=1e3', 'PAGE_INVALID'],
    ['notes?cursor=forged', 'PAGE_TOKEN_INVALID'],
    ['notes?cursor=', 'PAGE_TOKEN_INVALID'],
    ['notes?open=yes', 'VALIDATION_FAILED'],
    ['notes?names=%ff', 'REQUEST_MALFORMED'],
    ['notes?names=a%00', 'VALIDATION_FAILED'],
  ])('The query %s is refused with its code', async (url, code) => {
    const answer = await get(`${path}/${url}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, code])
  })

  test('An address that ends in a slash names nothing', async () => {
    const answer = await get(`${path}/notes/`)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  })

  test('A page larger than allowed is reduced', async () => {
    expect((await get(`${path}/notes?page=2&size=9999&open=true&names=a,b`)).json()).toMatchObject({
      page: 2,
      size: 500,
    })
  })

  test('A cursor continues its own list only, in its account, for a day', async () => {
    const { clock, cursors } = await import('./toy-app.ts')
    const first = await get(`${path}/notes?size=1`)
    expect(first.json().content).toEqual([{ id: 0 }])
    const link = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
    expect(link).toBe(`${path}/notes?size=1&cursor=${first.json().next}`)
    expect((await get(link)).json().content).toEqual([{ id: 1 }])
    expect((await get(`${link}&open=true`)).json().code).toBe('PAGE_TOKEN_INVALID')
    const foreign = cursors.seal({ accountId: otherAccount }, {}, [3])
    expect((await get(`${path}/notes?cursor=${foreign}`)).json().code).toBe('PAGE_TOKEN_INVALID')
    clock.advance(24 * 3600_000 + 1000)
    expect((await get(link)).json().code).toBe('PAGE_TOKEN_INVALID')
  })
})

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Check } from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brunoFiles } from '../../../scripts/bruno-files.ts'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { expandReferences } from './expand-references.ts'

interface Pair {
  readonly name: string
  readonly value: string
  readonly enabled: boolean
  readonly type?: 'query' | 'path'
}
interface BruRequest {
  readonly meta: { readonly name: string; readonly type: string; readonly seq: string }
  readonly http: {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly auth: string
  }
  readonly params?: readonly Pair[]
  readonly headers?: readonly Pair[]
  readonly body?: { readonly json?: string; readonly formUrlEncoded?: readonly Pair[] }
  readonly docs: string
}
interface BruCollection {
  readonly auth: { readonly mode: string; readonly oauth2?: Readonly<Record<string, unknown>> }
}
/** The grammar of Bruno itself; it brings no types. */
interface Grammar {
  readonly bruToJsonV2: (text: string) => BruRequest
  readonly collectionBruToJson: (text: string) => BruCollection
  readonly bruToEnvJsonV2: (text: string) => { readonly variables: readonly (Pair & { secret: boolean })[] }
}
const require = createRequire(import.meta.url)
const grammar = require('@usebruno/lang') as Grammar

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly in?: string; readonly name?: string }[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, { schema: object }> }
  readonly security: readonly object[]
}
const text = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
const published = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> }
const files = brunoFiles(published)
const operations = Object.entries(expandReferences(published).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

const requests = new Map(
  [...files]
    .filter(([path]) => path.includes('/') && !/^environments|folder\.bru$/.test(path))
    .map(([path, file]) => [path.replace(/^.*\/(.*)\.bru$/, '$1'), grammar.bruToJsonV2(file)]),
)
const requestOf = (operationId: string) => requests.get(operationId)!

test('Every operation is one request, in the folder of its tag, with all its parameters', () => {
  expect(requests.size).toBe(operations.length)
  for (const { path, method, operation } of operations) {
    const { operationId, tags, parameters = [] } = operation
    expect([...files.keys()]).toContain(`${tags[0]}/${operationId}.bru`)
    const { http, params = [] } = requestOf(operationId)
    expect(http.method).toBe(method)
    expect(http.url.split('?')[0]).toBe(`{{baseUrl}}${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`)
    const described = parameters.flatMap((one) => (one.in === 'path' ? one.name : []))
    const written = params.filter(({ type }) => type === 'path').map(({ name }) => name)
    expect(written).toEqual(described)
    expect(http.auth).toBe(operation.security.some((one) => 'oauth2' in one) ? 'inherit' : 'none')
  }
})

test('A request has a body where its operation wants one, and it fits', () => {
  for (const { operation } of operations) {
    const { http, body } = requestOf(operation.operationId)
    expect([operation.operationId, http.body === 'none']).toEqual([
      operation.operationId,
      operation.requestBody === undefined,
    ])
    if (http.body !== 'json') continue
    const { schema } = operation.requestBody?.content['application/json'] ?? {}
    expect([operation.operationId, Check(schema!, JSON.parse(body?.json ?? ''))]).toEqual([
      operation.operationId,
      true,
    ])
  }
})

test('The collection gets its token by itself, and only the secret is kept out of its files', () => {
  expect(JSON.parse(files.get('bruno.json')!)).toMatchObject({ version: '1', type: 'collection' })
  const { auth } = grammar.collectionBruToJson(files.get('collection.bru')!)
  expect(auth).toMatchObject({
    mode: 'oauth2',
    oauth2: {
      grantType: 'client_credentials',
      accessTokenUrl: '{{baseUrl}}/oauth2/token',
      clientId: '{{clientId}}',
      clientSecret: '{{clientSecret}}',
      credentialsPlacement: 'basic_auth_header',
      tokenPlacement: 'header',
      autoFetchToken: true,
    },
  })
  const { variables } = grammar.bruToEnvJsonV2(files.get('environments/local.bru')!)
  expect(variables.map(({ name, value, secret }) => [name, value, secret])).toEqual([
    ['baseUrl', 'http://localhost:8080', false],
    ['accountId', '', false],
    ['clientId', '', false],
    ['clientSecret', '', true],
  ])
  for (const [path, file] of files)
    if (path.endsWith('folder.bru')) expect(grammar.collectionBruToJson(file).auth.mode).toBe('inherit')
})

describe('Requests of the collection, filled in and sent', () => {
  let t: TestApp
  let variables: Record<string, string>
  let token: string

  const fill = (given: string, own: Record<string, string> = {}) =>
    given.replaceAll(/\{\{([^}]+)\}\}/g, (_whole, name: string) => own[name] ?? variables[name] ?? name)

  /** As Bruno would: variables, then path parameters, then what is switched on. */
  function send(operationId: string, path: Record<string, string> = {}, json?: object) {
    const { http, params = [], headers = [], body } = requestOf(operationId)
    const values = params.filter(({ type }) => type === 'path')
    const url = values.reduce(
      (at, { name, value }) => at.replace(`:${name}`, path[name] ?? fill(value)),
      fill(http.url),
    )
    const form = body?.formUrlEncoded ?? []
    const on = form.filter(({ enabled }) => enabled).map(({ name, value }) => [name, fill(value)])
    const sentBody =
      http.body === 'json'
        ? { payload: json ?? (JSON.parse(body?.json ?? '') as object) }
        : http.body === 'formUrlEncoded'
          ? { payload: new URLSearchParams(on as [string, string][]).toString() }
          : {}
    return t.app.inject({
      method: http.method.toUpperCase() as 'GET',
      url,
      headers: {
        ...Object.fromEntries(headers.filter((one) => one.enabled).map((one) => [one.name, fill(one.value)])),
        ...(http.body === 'formUrlEncoded' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(http.auth === 'inherit' && { authorization: `Bearer ${token}` }),
      },
      ...sentBody,
    })
  }

  beforeAll(async () => {
    t = await testApp()
    const { accountId } = await t.given.account()
    const { clientId, clientSecret } = await t.given.client(accountId)
    variables = { baseUrl: '', accountId: String(accountId), clientId, clientSecret }
    const answer = await send('issueToken')
    token = answer.json<{ access_token: string }>().access_token
  })
  afterAll(() => t.close())

  test('They read and change what is in the account', async () => {
    const me = await send('getMe')
    expect(me.json()).toMatchObject({ accounts: [{ accountId: Number(variables['accountId']) }] })
    const [legalIdentifier] = await sampleIdentifiers()
    const added = await send('addThirdParty', {}, { legalIdentifier })
    expect(added.statusCode).toBe(201)
    const thirdpartyId = String(added.json<{ thirdpartyId: number }>().thirdpartyId)
    const list = await send('listThirdParties')
    expect(list.json()).toMatchObject({ content: [{ thirdpartyId: Number(thirdpartyId) }] })
    expect((await send('getThirdParty', { thirdpartyId })).statusCode).toBe(200)
    expect((await send('archiveThirdParty', { thirdpartyId })).json()).toMatchObject({ archived: true })
  })

  test('Every list without an id in its path is answered as it stands', async () => {
    const lists = operations.filter(
      ({ path, method, operation }) =>
        method === 'get' &&
        /^\/api\/v1\/account\/\{accountId\}\/[a-z-]+$/.test(path) &&
        operation.security.some((one) => 'oauth2' in one),
    )
    expect(lists.length).toBeGreaterThan(30)
    const refused: string[] = []
    for (const { operation } of lists) {
      const answer = await send(operation.operationId)
      if (answer.statusCode >= 400) refused.push(answer.json<{ code: string }>().code)
    }
    // What only people have, and what this account has none of.
    expect([...new Set(refused)].toSorted()).toEqual(['IDENTITY_PROVIDER_NOT_FOUND', 'PEOPLE_ONLY'])
  })
})

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Check, Errors } from 'typebox/schema'
import { accountLines, openLines } from '../access/route-lines.ts'
import { ownPath } from '../access/own-path.ts'
import { buildWorld, worldEnvironment, type World } from '../access/world.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { expandReferences, findReference } from './expand-references.ts'

type Schema = Record<string, unknown>
interface Media {
  schema?: Schema
  example?: unknown
}
interface Answer {
  description?: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
}
interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Answer>
}
interface Document {
  openapi: string
  info: { title: string; version: string; license: { name: string } }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer>; schemas: Record<string, Schema> }
}

const text = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
const published = JSON.parse(text) as Document
const document = expandReferences(published)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  })),
)

/** A copy that refuses members it does not name, so that an answer cannot hold more than is described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const node = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]))
  const isOpen = node['type'] === 'object' && 'properties' in node && !('additionalProperties' in node)
  return isOpen ? { ...node, additionalProperties: false } : node
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

describe('OpenAPI document', () => {
  test('The document is OpenAPI 3.1 and names no machine', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({
      title: 'Vigie',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    })
    expect(document.servers).toEqual([{ url: '/' }])
    expect(text).not.toMatch(/localhost|127\.0\.0\.1|\/work\//)
  })

  test('The document has no reference that points nowhere', () => {
    const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference ?? '')
    expect(references.length).toBeGreaterThan(0)
    for (const $ref of new Set(references)) expect(findReference(published, $ref)).toBeTypeOf('object')
  })

  test('The document writes no object out where it could name it', () => {
    const inlined: string[] = []
    const look = (part: unknown, place: string, isComponent: boolean): void => {
      if (typeof part !== 'object' || part === null) return
      const { properties } = part as { properties?: unknown }
      if (!isComponent && isFilled(properties)) inlined.push(place)
      for (const [key, one] of Object.entries(part)) look(one, `${place}/${key}`, false)
    }
    look(published.paths, '', false)
    for (const [name, schema] of Object.entries(published.components.schemas)) {
      expect(name).toMatch(/^[A-Z][A-Za-z0-9]+$/)
      look(schema, name, true)
    }
    expect(inlined).toEqual([])
    expect(published.components.schemas).toMatchObject({
      ThirdParty: {},
      Dossier: {},
      Event: { discriminator: { propertyName: 'eventName' } },
      DossierAddedEvent: { properties: { eventName: { const: 'DOSSIER_ADDED' } } },
      Problem: { properties: { code: { $ref: '#/components/schemas/ProblemCode' } } },
    })
  })

  test('The examples of whole bodies and answers are as described', () => {
    const shown = operations.flatMap(({ operation: { operationId, requestBody, responses } }) =>
      [requestBody, ...Object.values(responses)]
        .flatMap((one) => Object.values(one?.content ?? {}))
        .filter((media) => media.example !== undefined)
        .map(({ schema = {}, example }) => ({
          operationId,
          faults: Errors(closed(schema) as Schema, example)[1],
        })),
    )
    expect(shown.length).toBeGreaterThan(10)
    expect(shown.filter(({ faults }) => faults.length > 0)).toEqual([])
  })

  test('The document describes each route of an account once, under its full path, and nothing that is not served', () => {
    const described = operations.map(({ name }) => name)
    const bracketed = (route: string) => route.replace(/:(\w+)/g, '{$1}')
    const wanted = accountLines.map(({ route }) =>
      bracketed(route).replace(' ', ' /api/v1/account/{accountId}'),
    )
    const allowed = new Set([...wanted, ...openLines.map(({ route }) => bracketed(route))])
    expect(described).toEqual(expect.arrayContaining(wanted))
    expect(described.filter((name) => !allowed.has(name))).toEqual([])
  })

  test('The document gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(operations.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })
})

describe.each(operations)('$name', ({ path, operation }) => {
  test('The operation has a summary, a tag and a way to succeed and to fail', () => {
    expect(operation.summary).toMatch(/^[A-Z][^.]+$/)
    expect(operation.tags).toEqual([expect.stringMatching(/^[A-Z]/)])
    const statuses = Object.keys(operation.responses)
    expect(statuses.some((status) => /^[23]\d\d$/.test(status))).toBe(true)
    expect(statuses).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
    expect(Object.values(operation.responses).map(({ description }) => description)).not.toContain('')
  })

  test('The operation declares exactly the parameters of its path', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
    expect(declared.map(({ name }) => name)).toEqual(named)
    expect(declared.every(({ required }) => required)).toBe(true)
  })

  test('The operation says by what its caller is known, and is refused without it', () => {
    // Of an account or of a person: a token. Of the portal, a session, a provider or the operator: another proof.
    const isOther = path.endsWith('/datahub/push/{provider}') || path.startsWith('/api/operator/')
    const needsToken = !isOther && /^\/(api|me|auth\/step-up)(\/|$)/.test(path)
    const schemes = (operation.security ?? []).map((one) => Object.keys(one as object)[0])
    expect(operation.security).toBeInstanceOf(Array)
    if (needsToken) expect(schemes).toEqual(['bearer', 'oauth2'])
    else expect(schemes).not.toContain('bearer')
    if (schemes.length > 0) expect(operation.responses).toMatchObject({ 401: {}, 403: {} })
  })
})

describe('Answers compared with the document', () => {
  let harness: TestApp
  let world: World
  beforeAll(async () => {
    harness = await testApp({ environment: worldEnvironment })
    world = await buildWorld(harness)
  })
  afterAll(() => harness.close())

  test.each(accountLines)('The answers to $route are as described', async (line) => {
    const [method = '', pattern = ''] = line.route.split(' ')
    const path = await ownPath(world, line)
    const operation = operationOf(method, `/api/v1/account/{accountId}${pattern}`)
    const send = (headers: Record<string, string>) =>
      harness.call(method as 'GET', `${world.home.base}${path}?${line.query ?? ''}`, {
        token: line.clients === undefined ? world.home.token : personToken(),
        ...(line.body === undefined ? {} : { body: line.body() }),
        headers: { ...(line.contentType !== undefined && { 'content-type': line.contentType }), ...headers },
      })
    // What is wrong for another reason is refused for that.
    if (heeds(operation, 'If-Match') && line.status < 300)
      expect((await send({ 'if-match': '"never"' })).statusCode).toBe(412)
    const answer = await send(method === 'GET' ? {} : { 'if-match': '*' })
    expect(answer.statusCode, answer.body).toBe(line.status)
    expectDescribed(operation, answer)
    const { etag } = answer.headers
    if (method !== 'GET' || etag === undefined) return
    const again = await send({ 'if-none-match': etag })
    expect(again.statusCode).toBe(heeds(operation, 'If-None-Match') ? 304 : line.status)
  })

  test.each(['READER', 'nothing right', 'nothing at all'])(
    'The refusals (%s) are as described',
    async (how) => {
      const url = `${world.home.base}/thirdparties`
      const reader = world.callers.find(({ role }) => role === 'READER')?.token ?? ''
      const token = how === 'READER' ? reader : world.home.token
      const answer = await harness.call('POST', url, {
        ...(how === 'nothing at all' ? {} : { token }),
        body: { code: 7, unmanaged: null },
      })
      expect(answer.statusCode).toBe({ READER: 403, 'nothing right': 400, 'nothing at all': 401 }[how])
      expectDescribed(operationOf('POST', '/api/v1/account/{accountId}/thirdparties'), answer)
    },
  )

  test('The answers about the caller, and for a token, are as described', async () => {
    const me = await harness.call('GET', '/me', { token: world.home.token })
    expectDescribed(operationOf('GET', '/me'), me)
    const { clientId, clientSecret } = world.home
    const form = { grant_type: 'client_credentials', client_id: clientId }
    for (const [secret, status] of [
      [clientSecret, 200],
      ['wrong', 401],
    ] as const) {
      const issued = await harness.app.inject({
        method: 'POST',
        url: '/oauth2/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ...form, client_secret: secret }).toString(),
      })
      expect(issued.statusCode).toBe(status)
      expectDescribed(operationOf('POST', '/oauth2/token'), issued)
    }
  })

  test('A check that finds nothing wrong with anything would be noticed', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    expect(Check(closed(schema) as Schema, { a: 'x', b: 1 })).toBe(false)
    expect(Check(closed(schema) as Schema, { a: 1 })).toBe(false)
  })

  const heeds = (operation: Operation, header: string): boolean =>
    (operation.parameters ?? []).some(({ name }) => name === header)

  /** For routes that are not for machines. */
  function personToken(): string {
    return world.callers.find(({ name }) => name === 'person ADMIN')?.token ?? ''
  }

  function operationOf(method: string, pattern: string): Operation {
    const found = document.paths[pattern.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    if (!found) throw new Error(`${method} ${pattern} is not described.`)
    return found
  }

  function expectDescribed(operation: Operation, answer: Awaited<ReturnType<TestApp['call']>>): void {
    const described = operation.responses[String(answer.statusCode)] ?? {}
    expect(described.description, `status ${answer.statusCode} is described`).toBeTypeOf('string')
    for (const name of ['ETag', 'Link', 'Location', 'Events-Complete-Until', 'RateLimit', 'Retry-After'])
      if (name.toLowerCase() in answer.headers) expect(Object.keys(described.headers ?? {})).toContain(name)
    if (answer.body === '') {
      expect(described.content).toBeUndefined()
      return
    }
    const type = String(answer.headers['content-type']).split(';', 1)[0] ?? ''
    const schema = closed((described.content?.[type] ?? described.content?.['*/*'])?.schema ?? {}) as Schema
    expect(Object.keys(schema).length, `${type} is described`).toBeGreaterThan(0)
    const isJson = /[/+]json$/.test(type)
    const [, errors] = Errors(schema, isJson ? answer.json() : answer.body)
    expect(errors).toEqual([])
  }
})

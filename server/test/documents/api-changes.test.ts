import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { changesDocument, isBreaking, readReleaseChanges } from '../../../scripts/api-changes.ts'
import { compareDescriptions } from '../../../scripts/api-compare.ts'

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
const releases = await readReleaseChanges()

test('The page docs/api-changes.md says what the descriptions say', async () => {
  expect(await changesDocument(), 'run: npm run api-changes').toBe(await read('docs/api-changes.md'))
})

test('The description of every release is kept', async () => {
  const recorded = (JSON.parse(await read('releases.json')) as { version: string }[]).map(
    (one) => one.version,
  )
  const kept = releases.map(({ since }) => since)
  expect(recorded.filter((version) => !kept.includes(version))).toEqual([])
})

test.each(releases)(
  'The changelog names every operation that $version breaks',
  async ({ version, changes }) => {
    const sections = (await read('CHANGELOG.md')).split(/^(?=## \[)/m)
    const section = sections.find((text) => text.startsWith(`## [${version}]`)) ?? ''
    const broken = changes.filter(isBreaking).map(({ operationId }) => operationId)
    expect(broken.filter((operationId) => !section.includes(`\`${operationId}\``))).toEqual([])
  },
)

interface Parts {
  readonly query?: Record<string, object>
  readonly needed?: readonly string[]
  readonly body?: object
  readonly answer?: object
  readonly status?: string
  readonly media?: string
}

/** One operation, as a description has it. */
function describeOne({ query = {}, needed = [], body, answer = {}, status = '200', media }: Parts) {
  const content = (schema: object) => ({ [media ?? 'application/json']: { schema } })
  const operation = {
    operationId: 'doIt',
    parameters: Object.entries(query).map(([name, schema]) => ({
      in: 'query',
      name,
      required: needed.includes(name),
      schema,
    })),
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { [status]: { content: content(answer) }, '400': {} },
  }
  return { paths: { '/things/{id}': { post: operation } }, components: { schemas: { Tree: tree } } }
}

const text = { type: 'string' }
const tree = { type: 'object', properties: { name: text, inner: { $ref: '#/components/schemas/Tree' } } }
const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
})

describe('Of two descriptions of an operation', () => {
  test.each<[string, Parts, Parts, string]>([
    ['a parameter that goes', { query: { q: text } }, {}, 'parameter `q` removed'],
    ['a required parameter', {}, { query: { q: text }, needed: ['q'] }, 'required parameter `q` added'],
    [
      'a value no longer taken',
      { query: { q: { enum: ['A', 'B'] } } },
      { query: { q: { enum: ['A'] } } },
      'parameter `q` no longer `B`',
    ],
    [
      'a required member of the body',
      { body: object({}) },
      { body: object({ a: text }, ['a']) },
      'required body `a` added',
    ],
    [
      'a member that becomes required',
      { body: object({ a: text }) },
      { body: object({ a: text }, ['a']) },
      'body `a` is required',
    ],
    [
      'a member of the body that goes',
      { body: object({ a: text }) },
      { body: object({}) },
      'body `a` removed',
    ],
    [
      'a member of an answer that goes',
      { answer: object({ a: text }) },
      { answer: object({}) },
      '`a` removed',
    ],
    [
      'a member deep within a list',
      { answer: { type: 'array', items: object({ a: text, b: text }) } },
      { answer: { type: 'array', items: object({ a: text }) } },
      '`[].b` removed',
    ],
    [
      'another type',
      { answer: object({ a: text }) },
      { answer: object({ a: { type: 'integer' } }) },
      '`a` is integer, was string',
    ],
    [
      'null where there was none',
      { answer: object({ a: text }) },
      { answer: object({ a: { anyOf: [text, { type: 'null' }] } }) },
      '`a` is null or string, was string',
    ],
    ['a status of success that goes', { status: '200' }, { status: '202' }, 'status 200 removed'],
    ['a media type that goes', {}, { media: 'text/csv' }, 'answer 200: `application/json` removed'],
  ])('%s is a breaking change', (_name, before, after, what) => {
    const [change] = compareDescriptions(describeOne(before), describeOne(after))
    expect(change?.kind).toBe('changed')
    expect(change?.differences).toContainEqual({ what, breaking: true })
  })

  test.each<[string, Parts, Parts, string]>([
    ['an optional parameter', {}, { query: { q: text } }, 'parameter `q` added'],
    ['an optional member of the body', { body: object({}) }, { body: object({ a: text }) }, 'body `a` added'],
    [
      'a required member of an object that is new',
      { body: object({}) },
      { body: object({ a: object({ b: text }, ['b']) }) },
      'body `a` added',
    ],
    ['a member of an answer', { answer: object({}) }, { answer: object({ a: text }) }, '`a` added'],
    [
      'a value of an answer',
      { answer: object({ a: { enum: ['A'] } }) },
      { answer: object({ a: { enum: ['A', 'B'] } }) },
      '`a` also `B`',
    ],
    [
      'null that is taken as well',
      { body: object({ a: text }) },
      { body: object({ a: { anyOf: [text, { type: 'null' }] } }) },
      'body `a` is null or string, was string',
    ],
  ])('%s is not breaking', (_name, before, after, what) => {
    const [change] = compareDescriptions(describeOne(before), describeOne(after))
    expect(change?.differences).toEqual([{ what, breaking: false }])
  })

  test('A name for a shape, even for one that holds itself, changes nothing', () => {
    const named = { answer: { $ref: '#/components/schemas/Tree' } }
    expect(compareDescriptions(describeOne(named), describeOne({ answer: tree }))).toEqual([])
  })

  test('An operation that goes is breaking, one that comes is not', () => {
    const [nothing, something] = [{ paths: {} }, describeOne({})]
    expect(compareDescriptions(something, nothing).map(isBreaking)).toEqual([true])
    expect(compareDescriptions(nothing, something)).toMatchObject([{ kind: 'added', operationId: 'doIt' }])
    expect(compareDescriptions(nothing, something).map(isBreaking)).toEqual([false])
  })
})

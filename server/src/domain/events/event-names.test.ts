import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { eventTypes } from '../../platform/journal/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

interface Kind {
  readonly eventName: string
  readonly resourceType: string
  readonly meaning: string
  readonly dataSchema: object
  readonly examples: readonly object[]
}

test('Anybody can read which events there are, what they say and how it looks', async () => {
  const answer = await t.call('GET', '/event-names')
  expect(answer.statusCode).toBe(200)
  const { content } = answer.json<{ content: Kind[] }>()
  expect(content.map(({ eventName }) => eventName)).toEqual(eventTypes.map(({ name }) => name))
  const wrong = content.filter(({ dataSchema, examples }) => {
    const validator = Compile(dataSchema)
    return examples.length === 0 || !examples.every((example) => validator.Check(example))
  })
  expect(wrong).toEqual([])
  expect(content[0]).toMatchObject({
    eventName: 'THIRD_PARTY_ADDED',
    resourceType: 'THIRD_PARTY',
    meaning: 'A company joined the portfolio.',
    dataSchema: {
      type: 'object',
      properties: { legalIdentifier: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
    },
  })
})

test('The published description has a shape and a webhook for each event', async () => {
  const document = (await t.call('GET', '/openapi.json')).json<{
    webhooks: Record<string, { post: { operationId: string } }>
    components: {
      schemas: { Event: { oneOf: unknown[]; discriminator: { mapping: Record<string, string> } } } & Record<
        string,
        unknown
      >
    }
  }>()
  const { Event, ...others } = document.components.schemas
  const names = eventTypes.map(({ name }) => name)
  expect(Object.keys(Event.discriminator.mapping)).toEqual(names)
  expect(Event.oneOf).toHaveLength(100)
  const parts = Object.values(Event.discriminator.mapping).map((one) => one.split('/').at(-1) ?? '')
  expect(parts.filter((part) => !(part in others))).toEqual([])
  expect(Object.keys(document.webhooks)).toEqual([...names, 'administration', 'screening', 'test'])
  const ids = Object.values(document.webhooks).map(({ post }) => post.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

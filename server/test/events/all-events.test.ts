import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventTypes } from '../../src/platform/journal/index.ts'
import { checkEvents } from '../harness/event-truth.ts'
import { commentScenes } from './comment-scenes.ts'
import { documentScenes } from './document-scenes.ts'
import { dossierScenes } from './dossier-scenes.ts'
import { providerScenes } from './provider-scenes.ts'
import type { Scene } from './scene.ts'
import { openStage, type Happened } from './stage.ts'
import { thirdPartyScenes } from './thirdparty-scenes.ts'

// The last one moves the clock by a year.
const scenes: readonly Scene[] = [
  ...thirdPartyScenes,
  ...providerScenes,
  ...commentScenes,
  ...dossierScenes,
  ...documentScenes,
]

const lists = {
  THIRD_PARTY: { path: '/thirdparties/search', id: 'thirdpartyId' },
  DOSSIER: { path: '/dossiers/search', id: 'dossierId' },
  DOCUMENT: { path: '/documents/search', id: 'documentId' },
} as const

const names = eventTypes.map(({ name }) => name)

/** Every event of the specification, brought about through the product's own surfaces and found again. */
describe('The 100 events', () => {
  let stage: Awaited<ReturnType<typeof openStage>>
  const all: Happened[] = []
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.close())

  test.each(scenes)('The event is recorded: $title', async ({ names: wanted, play }) => {
    await play(stage)
    const told = await stage.happened()
    all.push(...told)
    expect(wanted.filter((name) => !told.some(({ eventName }) => eventName === name))).toEqual([])
  })

  test('All of the 100 events are covered', () => {
    const told = new Set(all.map(({ eventName }) => eventName))
    expect(names.filter((name) => !told.has(name))).toEqual([])
  })

  test('Each event says what its schema says and nothing else', () => {
    const { faults, names: seen } = checkEvents(all)
    expect(faults).toEqual([])
    expect(seen.size).toBe(100)
  })

  test('Each event is found through the search of its resource', async () => {
    const [first, last] = [all[0], all.at(-1)].map((one) => one?.occurredAt.slice(0, 19) ?? '')
    const missing: string[] = []
    for (const { name, resourceType } of eventTypes) {
      const events = all.filter(({ eventName }) => eventName === name)
      const { path, id } = lists[resourceType]
      const query = `eventNames=${name}&eventOccurrenceStartDate=${first}&eventOccurrenceEndDate=${last}`
      const { content } = await stage.act<{ content: Found[] }>('GET', `${path}?${query}&size=500`)
      const found = content.map((one) => `${one[id]} ${one.matchedEvents.count}`).toSorted()
      const ids = [...new Set(events.map(({ resourceId }) => resourceId))]
      const count = (wanted: number) => events.filter(({ resourceId }) => resourceId === wanted).length
      const expected = ids.map((one) => `${one} ${count(one)}`).toSorted()
      if (events.length === 0 || found.join() !== expected.join()) {
        missing.push(`${name}: ${found.join()} instead of ${expected.join()}`)
      }
    }
    expect(missing).toEqual([])
  })
})

interface Found {
  readonly thirdpartyId: number
  readonly dossierId: number
  readonly documentId: number
  readonly matchedEvents: { readonly count: number }
}

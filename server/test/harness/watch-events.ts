import { channel } from 'node:diagnostics_channel'
import { afterAll } from 'vitest'
import type { PastEntry } from '../../src/platform/journal/index.ts'

const told: PastEntry[] = []
const listen = (entry: unknown) => {
  // As it will be stored: what is looked at later must not have changed meanwhile.
  told.push(JSON.parse(JSON.stringify(entry)) as PastEntry)
}
const recordings = channel('vigie.journal.recorded')
recordings.subscribe(listen)

/** Whatever a test does, the events that tell of it say what their schemas say, with the words of people and without. */
afterAll(async () => {
  recordings.unsubscribe(listen)
  if (told.length === 0) return
  const { checkEvents, readings } = await import('./event-truth.ts')
  const { faults } = checkEvents(told.flatMap(readings))
  if (faults.length > 0) throw new Error(`Events say otherwise than their schemas:\n${faults.join('\n')}`)
})

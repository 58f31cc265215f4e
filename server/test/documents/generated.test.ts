import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventsDocument } from '../../../scripts/events-doc.ts'
import { describeProduct } from '../../../scripts/openapi.ts'
import { readRecorded, scaleDocument } from '../../../scripts/scale-doc.ts'
import { events as english } from '../../../web/src/i18n/en/events.ts'
import { events as french } from '../../../web/src/i18n/fr/events.ts'
import { eventMeanings, eventSources } from '../../src/platform/journal/event-catalogue.ts'
import { eventTypes } from '../../src/platform/journal/index.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const committed = (path: string) => readFile(join(root, path), 'utf8')

test('The file openapi.json says what the routes say', async () => {
  expect(await describeProduct(), 'run: npm run openapi').toBe(await committed('openapi.json'))
})

test('The page docs/events.md says what the lists say', async () => {
  expect(eventsDocument(), 'run: npx tsx scripts/events-doc.ts').toBe(await committed('docs/events.md'))
})

test('The tables of docs/scale.md say what the simulation has recorded', async () => {
  const text = await committed('docs/scale.md')
  expect(scaleDocument(text, await readRecorded()), 'run: npm run scale-doc').toBe(text)
})

test('Each of the events is explained by one sentence of its own', () => {
  const sentences = Object.values(eventMeanings)
  expect(Object.keys(eventMeanings)).toEqual(eventTypes.map(({ name }) => name))
  expect(new Set(sentences).size).toBe(eventTypes.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*[^.]\.$/)
})

test.each([
  ['English', english],
  ['French', french],
])('The pages have a name of its own for each event in %s, and for no other', (_language, { name }) => {
  expect(Object.keys(name).toSorted()).toEqual(eventTypes.map((type) => type.name).toSorted())
  expect(new Set(Object.values(name)).size).toBe(eventTypes.length)
})

/** The sources that the service can come to run, by following what imports what. */
async function reachableCode(start: string): Promise<string> {
  const texts = new Map<string, string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path)) continue
    const text = await readFile(path, 'utf8')
    texts.set(path, text)
    for (const [, to = ''] of text.matchAll(/(?:from|import\() ?'(\.{1,2}\/[^']+\.ts)'/g)) {
      waiting.push(join(dirname(path), to))
    }
  }
  expect(texts.size).toBeGreaterThan(100)
  return [...texts].flatMap(([path, text]) => (path.includes('/platform/journal/') ? [] : [text])).join('\n')
}

test('The running code records each of the 100 events', async () => {
  const code = await reachableCode(join(root, 'server/src/main.ts'))
  const names = eventTypes.map(({ name }) => name)
  // Statuses end the names of their events, so those are recorded by what all of them begin with.
  const begun = [...code.matchAll(/name: `([A-Z_]+_)\$\{/g)].map(([, prefix = '']) => prefix)
  const isRecorded = (name: string) =>
    code.includes(`name: '${name}'`) || begun.some((prefix) => name.startsWith(prefix))
  expect(names.filter((name) => !isRecorded(name))).toEqual([])
  expect(Object.keys(eventSources).toSorted()).toEqual(names.toSorted())
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { keepListed, logFields } from '../../src/platform/http/log-fields.ts'
import { securityEvents } from '../../src/platform/kernel/index.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const page = readFileSync(new URL('../../../docs/logs.md', import.meta.url), 'utf8')

/** The rows of the table under this head, by their first column. */
function tableUnder(head: string): Record<string, string> {
  const [, after = ''] = page.split(new RegExp(`^\\| ${head} +\\| Meaning +\\|\\n`, 'm'))
  const rows = after.split('\n\n')[0]?.split('\n').slice(1) ?? []
  return Object.fromEntries(
    rows.map((row) => {
      const [, name = '', meaning = ''] = row.split('|').map((cell) => cell.trim())
      return [name.replaceAll('`', ''), meaning]
    }),
  )
}

test('The page on logs lists every field and every event, with its meaning, and no other', () => {
  expect(tableUnder('Field')).toEqual(logFields)
  expect(tableUnder('Event')).toEqual(securityEvents)
})

test('The sample lines of the page are lines, with fields and events that exist', () => {
  const samples = [...page.matchAll(/^\{.*\}$/gm)].map(
    ([line]) => JSON.parse(line) as Record<string, unknown>,
  )
  const ofLog = samples.filter(({ log }) => log === undefined)
  expect(ofLog.length).toBeGreaterThanOrEqual(3)
  for (const line of ofLog) expect(keepListed(line)).toEqual(line)
  const events = samples.filter(({ log }) => log === 'security').map(({ event }) => event)
  expect(Object.keys(securityEvents)).toEqual(expect.arrayContaining(events))
})

test('Every field that the program passes to the log is listed', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const calls = files
    .filter((file) => file.endsWith('.ts') && !/\.(test|proof)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(source, file), 'utf8').matchAll(
        /\blog(?:\(\))?\.(?:info|warn|error)\(\s*\{([^{}]+)\}/g,
      ),
    ])
  const fields = calls.flatMap(([, inner = '']) =>
    inner
      .split(',')
      .map((part) => part.trim().split(':')[0] ?? '')
      .filter((name) => /^\w+$/.test(name)),
  )
  expect(new Set(fields).size).toBeGreaterThan(20)
  const line = Object.fromEntries(fields.map((name) => [name, 1]))
  expect(keepListed(line)['unlisted']).toBeUndefined()
})

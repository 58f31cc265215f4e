import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dependencyKinds } from '../../src/platform/kernel/index.ts'

const sources = fileURLToPath(new URL('../../src/', import.meta.url))
const page = await readFile(new URL('../../../docs/alarms.md', import.meta.url), 'utf8')

interface Alarm {
  readonly fault: string
  readonly alarm: string
  readonly line: string
}

/** The rows of the tables that have an alarm and a log line. */
const alarms: Alarm[] = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter((cells) => cells.length === 5 && cells[0] !== 'Fault' && !/^-+$/.test(cells[0] ?? ''))
  .map(([fault = '', alarm = '', line = '']) => ({ fault, alarm, line }))

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inside = '']) => inside)

test('Every fault has an alarm and a line of the log', () => {
  expect(alarms.length).toBeGreaterThan(20)
  expect(alarms.filter(({ alarm, line }) => alarm === '' || quoted(line).length !== 1)).toEqual([])
})

test('Every service outside has an alarm of its own', () => {
  const named = alarms.flatMap(({ alarm }) => alarm.match(/dependency="([a-z-]+)"/)?.[1] ?? [])
  expect(named.toSorted()).toEqual([...dependencyKinds].toSorted())
})

test('Every line that the page quotes is in the source', async () => {
  const names = (await readdir(sources, { recursive: true })).filter((name) =>
    /(?<!test|proof)\.ts$/.test(name),
  )
  const texts = await Promise.all(names.map((name) => readFile(`${sources}/${name}`, 'utf8')))
  const all = texts.join('\n')
  const lines = alarms.flatMap(({ line }) => quoted(line))
  expect(lines.filter((line) => !all.includes(line))).toEqual([])
})

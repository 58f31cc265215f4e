import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countDroppedLines, LogWriter } from './log-writer.ts'
import { createLogger, GatheredLines, logDestination, describeError } from './logger.ts'

test('Secrets are redacted wherever they slipped in', () => {
  let line = ''
  const log = createLogger({ stream: { write: (text) => void (line = text) } })
  log.info(
    { userId: 4, Authorization: 'Bearer x', deep: { er: { password: 'hunter2' } }, iban: 'FR76' },
    'told',
  )
  expect(JSON.parse(line)).toMatchObject({
    userId: 4,
    Authorization: '[redacted]',
    deep: { er: { password: '[redacted]' } },
    iban: '[redacted]',
    msg: 'told',
  })
})

test('Only names are logged of a database error, of its causes too', () => {
  const cause = Object.assign(new Error('Key (email)=(jean@example.test) already exists'), {
    code: '23505',
    severity: 'ERROR',
    constraint: 'person_email',
    detail: 'jean@example.test',
  })
  const logged = describeError(new Error('could not add', { cause }))
  expect(logged).toMatchObject({
    type: 'Error',
    message: 'could not add',
    cause: { code: '23505', constraint: 'person_email' },
  })
  expect(JSON.stringify(logged)).not.toContain('jean')
})

test.skipIf(!existsSync('/dev/full'))('A log on a full disk is reported once and ends nobody', async () => {
  const told: string[] = []
  const log = createLogger({
    stream: logDestination({ file: '/dev/full', tell: (sentence) => void told.push(sentence) }),
  })
  const before = countDroppedLines()
  log.info('first')
  await expect.poll(() => told).toEqual([expect.stringContaining('(ENOSPC)')])
  log.info('second')
  log.info('third')
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toHaveLength(1)
  expect(countDroppedLines() - before).toBe(3)
})

test('A file of the log makes place for a new one, and three former ones are kept', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vigie-log-'))
  const writer = new LogWriter({ file: path.join(folder, 'vigie.log'), maxBytes: 20 })
  for (let n = 1; n <= 12; n += 1) writer.write(`line ${n} .....\n`)
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  expect(readdirSync(folder).toSorted()).toEqual(['vigie.log', 'vigie.log.1', 'vigie.log.2', 'vigie.log.3'])
  expect(['vigie.log', 'vigie.log.1', 'vigie.log.2', 'vigie.log.3'].map(read)).toEqual(
    [12, 11, 10, 9].map((n) => `line ${n} .....\n`),
  )
  rmSync(folder, { recursive: true })
})

test('Lines of requests are written together, and any other line at once with those before it', async () => {
  const writes: string[] = []
  const stream = new GatheredLines({ write: (text) => void writes.push(text) })
  const log = createLogger({ stream })
  const written = () =>
    writes.map((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    )
  log.info({ status: 200 }, 'request')
  log.info({ status: 404 }, 'request')
  expect(written()).toEqual([])
  log.child({ log: 'security' }).info({ event: 'SIGN_IN' }, 'SIGN_IN')
  expect(written()).toEqual([['request', 'request', 'SIGN_IN']])
  log.warn('late')
  expect(written()[1]).toEqual(['late'])
  log.info({ status: 200 }, 'request')
  await expect.poll(() => written()[2]).toEqual(['request'])
  log.info({ status: 200 }, 'request')
  stream.flush()
  stream.flush()
  expect(written().slice(3)).toEqual([['request']])
})

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'
import { countDroppedLines, LogWriter } from './log-writer.ts'
import { createLogger, GatheredLines, logDestination } from './logger.ts'

const linesOf = (write: (log: ReturnType<typeof createLogger>) => void) => {
  const lines: Record<string, unknown>[] = []
  write(createLogger({ stream: { write: (text) => void lines.push(JSON.parse(text)) } }))
  return lines
}

test('A line has a level in words, a time in UTC, and only fields that are listed', () => {
  const [line] = linesOf((log) =>
    log.info(
      { accountId: 4, Authorization: 'Bearer x', deep: { password: 'hunter2' }, iban: 'FR76' },
      'told',
    ),
  )
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'info',
    process: 'service',
    msg: 'told',
    account: 4,
    unlisted: ['Authorization', 'deep', 'iban'],
  })
})

test('A value that looks like an address of mail, or is too long for a word, is not written whole', () => {
  const [line] = linesOf((log) =>
    log.warn(
      { reason: 'refused jean@example.test', fault: 'x'.repeat(5_000), quarantine: { by: 'a@b.c' } },
      '',
    ),
  )
  expect(line).toMatchObject({ reason: '[redacted]', quarantine: { by: '[redacted]' } })
  expect(String(line?.['fault'])).toHaveLength(300)
})

test('Only kind, code and place are logged of a fault, and of its causes', () => {
  const cause = Object.assign(new Error('Key (email)=(jean@example.test) already exists'), {
    code: '23505',
    severity: 'ERROR',
    constraint: 'person_email',
    detail: 'jean@example.test',
  })
  const logged = describeError(new Error('no place for jean', { cause }))
  expect(logged).toMatchObject({
    type: 'Error',
    stack: expect.stringContaining('logger.test.ts'),
    cause: { code: '23505', constraint: 'person_email' },
  })
  expect(JSON.stringify(logged)).not.toContain('jean')
})

test('What the engine complains of is kept without what it quotes, what parsers and folders say is not', () => {
  const faultOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return describeError(error)
    }
    throw new Error('Nothing failed.')
  }
  const jean = 'jean@example.test'
  const faults = [
    faultOf(() => (null as unknown as { jean: string })[jean as 'jean']),
    faultOf(() => JSON.parse(jean)),
    faultOf(() => readFileSync(`/nowhere/${jean}`)),
    faultOf(() => new URL(jean)),
  ]
  expect(faults.map(({ message }) => message)).toEqual([
    'Cannot read properties of null (reading …)',
    undefined,
    undefined,
    'Invalid URL',
  ])
  expect(JSON.stringify(faults)).not.toContain('jean')
})

test('A chain of causes that leads back to itself ends', () => {
  const error = new Error('first')
  error.cause = error
  expect(JSON.stringify(describeError(error)).match(/"type"/g)).toHaveLength(5)
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

test('Lines of requests and jobs are written together, and any other line at once with those before it', async () => {
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
  log.info({ task: 'mail.send' }, 'job')
  log.info('worker started')
  expect(written()).toEqual([['request', 'request', 'job', 'worker started']])
  log.warn('late')
  expect(written()[1]).toEqual(['late'])
  log.info({ status: 200 }, 'request')
  await expect.poll(() => written()[2]).toEqual(['request'])
  log.info({ status: 200 }, 'request')
  stream.flush()
  stream.flush()
  expect(written().slice(3)).toEqual([['request']])
})

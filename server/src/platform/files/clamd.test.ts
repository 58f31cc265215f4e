import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eicar, makeZip } from '@vigie/inspect/samples'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fakeClamd, type FakeClamd, type FakeClamdOptions } from '../../../test/fakes/clamd.ts'
import { reasonToSkipClamd, startClamd, type RealClamd } from '../../../test/clamav/clamd.ts'
import { clamdScanner, ScannerUnavailable, type Scanner } from './clamd.ts'

const maxBytes = 10_000_000
const bodyOf = (...pieces: (string | Buffer)[]) =>
  Readable.from(pieces.map((it) => Buffer.from(it as string)))
const scan = (scanner: Scanner, content: string | Buffer) =>
  scanner.scan(bodyOf(content), Buffer.byteLength(content))

describe('A scanner on loopback', () => {
  let fake: FakeClamd
  afterEach(() => fake.close())
  async function scannerOf(options: FakeClamdOptions = {}, timeoutMs = 5_000): Promise<Scanner> {
    fake = await fakeClamd(options)
    return clamdScanner({ host: '127.0.0.1', port: fake.port, timeoutMs, maxBytes })
  }

  test('The scanner gets the whole body, and its finding is reported', async () => {
    const scanner = await scannerOf({
      verdict: (body) => (body.includes('evil') ? 'Win.Test-1 FOUND' : 'OK'),
    })
    const large = randomBytes(3_000_000)
    expect(await scanner.scan(bodyOf(large.subarray(0, 10), '', large.subarray(10)), large.length)).toEqual({
      kind: 'CLEAN',
    })
    expect(fake.bodies[0]?.equals(large)).toBe(true)
    expect(await scan(scanner, 'evil')).toEqual({ kind: 'INFECTED', signature: 'Win.Test-1' })
    await expect(scanner.check()).resolves.toBeUndefined()
  })

  test.each([
    ['Heuristics.Limits.Exceeded.MaxFileSize FOUND', 'a'],
    ['OK', randomBytes(300_000)],
  ])('A file beyond the scanner (%s) counts as not scanned', async (verdict, content) => {
    const scanner = await scannerOf({ verdict: () => verdict, streamMaxLength: 200_000 })
    expect(await scan(scanner, content)).toMatchObject({ kind: 'NOT_SCANNED' })
  })

  test('A file beyond our own limit is not even sent', async () => {
    const scanner = await scannerOf()
    const body = bodyOf('a')
    expect(await scanner.scan(body, maxBytes + 1)).toMatchObject({ kind: 'NOT_SCANNED' })
    expect(body.destroyed).toBe(true)
    expect(fake.bodies).toEqual([])
  })

  test.each(['Can not allocate memory ERROR', 'FOUND', '', 'OKAY'])(
    'Any other answer (%j) is no verdict',
    async (verdict) => {
      const scanner = await scannerOf({ verdict: () => verdict })
      await expect(scan(scanner, 'a')).rejects.toBeInstanceOf(ScannerUnavailable)
    },
  )

  test('A scanner that falls silent gives no verdict', async () => {
    const scanner = await scannerOf({ verdict: () => undefined }, 100)
    await expect(scan(scanner, 'a')).rejects.toBeInstanceOf(ScannerUnavailable)
  })

  test('A fault of the body is reported as such, and no verdict is made of the part', async () => {
    const scanner = await scannerOf()
    const reset = new Error('the store failed')
    async function* failing() {
      yield Buffer.from('half')
      await Promise.resolve()
      throw reset
    }
    await expect(scanner.scan(Readable.from(failing()), 8)).rejects.toBe(reset)
    expect(fake.bodies).toEqual([])
  })
})

test('A missing scanner, or one that hangs up, gives no verdict', async () => {
  const rude = createServer((socket) => socket.on('error', () => {}).destroy())
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
  const options = {
    host: '127.0.0.1',
    port: (rude.address() as AddressInfo).port,
    timeoutMs: 5_000,
    maxBytes,
  }
  const large = randomBytes(1_000_000)
  await expect(scan(clamdScanner(options), large)).rejects.toBeInstanceOf(ScannerUnavailable)
  await new Promise((resolve) => rude.close(resolve))
  await expect(scan(clamdScanner(options), large)).rejects.toBeInstanceOf(ScannerUnavailable)
  await expect(clamdScanner(options).check()).rejects.toBeInstanceOf(ScannerUnavailable)
  const nowhere = clamdScanner({ socket: join(tmpdir(), 'vigie-no-such-socket'), timeoutMs: 5_000, maxBytes })
  await expect(scan(nowhere, 'a')).rejects.toBeInstanceOf(ScannerUnavailable)
})

const reasonToSkip = reasonToSkipClamd()
if (reasonToSkip !== undefined) console.warn(`tests against clamd skipped: ${reasonToSkip}`)

describe.skipIf(reasonToSkip !== undefined)('The real clamd', () => {
  let daemon: RealClamd
  let scanner: Scanner
  beforeAll(async () => {
    daemon = await startClamd()
    scanner = clamdScanner({ socket: daemon.socket, timeoutMs: 20_000, maxBytes })
  })
  afterAll(() => daemon?.stop())

  test('The test virus is found, plain and packed; a plain text is clean', async () => {
    expect(await scan(scanner, 'Bonjour')).toEqual({ kind: 'CLEAN' })
    expect(await scan(scanner, eicar)).toMatchObject({ kind: 'INFECTED' })
    const packed = makeZip([{ name: 'word/a.txt', data: eicar }])
    expect(await scan(scanner, packed)).toMatchObject({ kind: 'INFECTED' })
  })

  test('A file beyond its limits counts as not scanned, never as clean', async () => {
    // It hangs up on more than it takes: whether its answer arrives before is a matter of luck.
    const tooMuch = await scan(scanner, randomBytes(3_000_000)).catch((error: unknown) => error)
    if (!(tooMuch instanceof ScannerUnavailable)) expect(tooMuch).toMatchObject({ kind: 'NOT_SCANNED' })
    expect(await scan(scanner, randomBytes(1_500_000))).toMatchObject({ kind: 'NOT_SCANNED' })
  })
})

import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise, openPromise } from 'yauzl'
import { crc32 } from 'node:zlib'
import { RangeNotSatisfiable } from '../object-store.ts'
import { FileIntegrityFailure } from '../verified-stream.ts'
import { zipEntryNames } from './zip-names.ts'
import { zipPlan, type ZipEntry } from './zip-plan.ts'
import { zipStream, type OpenEntry } from './zip-stream.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const modifiedAt = new Date('2026-03-01T10:20:30.000Z')
const files = new Map([
  ['KBIS/12-extrait d’été.pdf', randomBytes(200_000)],
  ['KBIS/13-vide.txt', Buffer.alloc(0)],
  ['14-👩‍💻.png', Buffer.from('x')],
  ['15-gros.tif', randomBytes(300_001)],
])
const contents = [...files.values()]
const entries: ZipEntry[] = [...files].map(([name, bytes]) => ({
  name,
  size: bytes.length,
  crc32: crc32(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
  modifiedAt,
}))
const openFrom =
  (all: readonly Buffer[]): OpenEntry =>
  (index, range) => {
    const bytes = all[index]!.subarray(range?.start, range && range.end! + 1)
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
      bytes.subarray(i * 65_536, (i + 1) * 65_536),
    )
    return Readable.from(pieces, { objectMode: false })
  }
const has = (command: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`])
    return true
  } catch {
    return false
  }
}

describe('Archives', () => {
  const plan = zipPlan(entries)

  test('An archive has the planned length and opens with another reader', async () => {
    const zip = await buffer(zipStream(plan, openFrom(contents)))
    expect(zip.length).toBe(plan.totalLength)
    const archive = await fromBufferPromise(zip, { lazyEntries: true, strictFileNames: true })
    const found = new Map<string, Buffer>()
    for await (const entry of archive.eachEntry()) {
      expect(entry.getLastModDate()).toEqual(modifiedAt)
      expect(entry.getLastModDate({ forceDosFormat: true, timezone: 'UTC' })).toEqual(modifiedAt)
      found.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
    }
    expect([...found.keys()]).toEqual([...files.keys()])
    for (const [name, bytes] of files) expect(found.get(name)?.equals(bytes), name).toBe(true)
  })

  test.skipIf(!has('unzip'))('An archive passes the test of unzip', async () => {
    const path = join(folder, 'whole.zip')
    await writeFile(path, await buffer(zipStream(plan, openFrom(contents))))
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected')
  })

  test('An archive can be resumed at any byte', async () => {
    const whole = await buffer(zipStream(plan, openFrom(contents)))
    const edges = plan.segments.flatMap(({ start, length }) => [
      start - 1,
      start,
      start + 1,
      start + length - 1,
    ])
    const places = [0, 100_000, 400_000, whole.length - 1, ...edges].filter(
      (at) => at >= 0 && at < whole.length,
    )
    for (const start of places) {
      const rest = await buffer(zipStream(plan, openFrom(contents), { start }))
      expect(rest.equals(whole.subarray(start)), `from ${start}`).toBe(true)
      const few = await buffer(zipStream(plan, openFrom(contents), { start, end: start + 9 }))
      expect(few.equals(whole.subarray(start, start + 10)), `ten from ${start}`).toBe(true)
    }
    for (const range of [{ start: whole.length }, { start: -1 }, { start: 5, end: 4 }]) {
      expect(() => zipStream(plan, openFrom(contents), range)).toThrow(RangeNotSatisfiable)
    }
  })

  test.each([
    ['another byte', (bytes: Buffer) => Buffer.concat([Buffer.from([bytes[0]! ^ 1]), bytes.subarray(1)])],
    ['a byte less', (bytes: Buffer) => bytes.subarray(1)],
    ['a byte more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ])('An archive whose store gives %s ends before it looks whole', async (_what, change) => {
    const changed = [...contents.slice(0, 3), change(contents[3]!)]
    const chunks: Buffer[] = []
    const reading = async () => {
      for await (const chunk of zipStream(plan, openFrom(changed))) chunks.push(chunk as Buffer)
    }
    await expect(reading()).rejects.toBeInstanceOf(FileIntegrityFailure)
    const last = plan.segments.at(-1)!
    expect(Buffer.concat(chunks).length).toBeLessThan(last.start)
  })

  test('An archive abandoned half way leaves no entry open', async () => {
    const opened: Readable[] = []
    const open: OpenEntry = (index, range) => {
      const stream = openFrom(contents)(index, range) as Readable
      opened.push(stream)
      return stream
    }
    for await (const chunk of zipStream(plan, open)) if ((chunk as Buffer).length > 1_000) break
    expect(opened).toHaveLength(1)
    await expect.poll(() => opened[0]!.destroyed).toBe(true)
  })

  test('An archive without entries is valid too', async () => {
    const zip = await buffer(zipStream(zipPlan([]), openFrom([])))
    expect((await fromBufferPromise(zip, { lazyEntries: true })).entryCount).toBe(0)
  })
})

test('The large records are used beyond 65,535 entries', async () => {
  const none = { size: 0, crc32: 0, sha256: createHash('sha256').digest('hex'), modifiedAt }
  const plan = zipPlan(Array.from({ length: 65_536 }, (_, i) => ({ name: `${i}.txt`, ...none })))
  const zip = await buffer(zipStream(plan, openFrom([])))
  expect(zip.length).toBe(plan.totalLength)
  expect((await fromBufferPromise(zip, { lazyEntries: true })).entryCount).toBe(65_536)
})

test('The large records are used beyond 4 GiB, and other programs read them', async () => {
  // Only the headers are made: the entries themselves stay holes of the file.
  const size = 4_500_000_000
  const big = { size, crc32: 0, sha256: '', modifiedAt }
  const plan = zipPlan([
    { name: 'a.bin', ...big },
    { name: 'b.bin', ...big },
    { ...entries[0]!, name: 'c.pdf' },
  ])
  const path = join(folder, 'big.zip')
  await writeFile(path, '')
  for (const segment of plan.segments) {
    const { start, length } = segment
    if (segment.kind === 'ENTRY' && segment.index < 2) continue
    const range = { start, end: start + length - 1 }
    const open: OpenEntry = (_index, part) => openFrom(contents)(0, part)
    await pipeline(zipStream(plan, open, range), createWriteStream(path, { start, flags: 'r+' }))
  }
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  const found: [string, number, number][] = []
  for await (const entry of archive.eachEntry()) {
    const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry)
    found.push([entry.fileName, entry.uncompressedSize, fileDataStart])
    if (entry.fileName !== 'c.pdf') continue
    expect((await buffer(await archive.openReadStreamPromise(entry))).equals(contents[0]!)).toBe(true)
  }
  archive.close()
  const starts = plan.segments.filter(({ kind }) => kind === 'ENTRY').map(({ start }) => start)
  expect(found).toEqual([
    ['a.bin', size, starts[0]],
    ['b.bin', size, starts[1]],
    ['c.pdf', 200_000, starts[2]],
  ])
  if (!has('python3')) return
  const script =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); z.read("c.pdf"); print([i.file_size for i in z.infolist()])'
  const listed = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })
  expect(listed.trim()).toBe(`[${size}, ${size}, 200000]`)
})

describe('Names in an archive', () => {
  test.each([
    ['Attestation d’été.pdf', '7-Attestation d’été.pdf'],
    ['../../etc/passwd', '7-.._.._etc_passwd'],
    ['C:\\a.pdf', '7-C__a.pdf'],
    ['/a', '7-_a'],
    ['a\0\n\u202eb.pdf', '7-ab.pdf'],
    ['CON', '7-_CON'],
    ['..', '7-_'],
    ['', '7-_'],
    ['half \ud800', '7-half'],
    ['a<b>:"|?*.pdf', '7-a_b______.pdf'],
  ])('The name %j becomes %j', (name, expected) => {
    expect(zipEntryNames([{ id: 7, name }])).toEqual([expected])
  })

  test('Names stay distinct, short, and inside the archive, whatever they were', () => {
    const odd = [
      'a.pdf',
      'A.pdf',
      'a.pdf',
      '..',
      '\u202e',
      'é'.repeat(200) + '.pdf',
      '../x',
      'x/..',
      '\ud800',
      '-',
    ]
    const named = odd.flatMap((name) => odd.map((part) => ({ id: 7, name, folder: [part, name] })))
    const names = zipEntryNames([...named, ...named])
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    for (const name of names)
      expect(Math.max(...name.split('/').map((part) => Buffer.byteLength(part)))).toBeLessThan(150)
    const none = { size: 0, crc32: 0, sha256: '', modifiedAt }
    expect(() => zipPlan(names.map((name) => ({ name, ...none })))).not.toThrow()
  })

  test.each(['../a', '/a', 'a//b', 'a\\b', 'C:a', 'a/./b', '', 'a\0', 'a/'])(
    'The name %j is refused in a plan',
    (name) => {
      expect(() => zipPlan([{ ...entries[0]!, name }])).toThrow(RangeError)
    },
  )

  test('A repeated name is refused in a plan', () => {
    const twice = [
      { ...entries[0]!, name: 'a' },
      { ...entries[0]!, name: 'A' },
    ]
    expect(() => zipPlan(twice)).toThrow(RangeError)
  })
})

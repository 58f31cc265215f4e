import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectFile } from '../src/index.ts'
import { honestFiles } from './honest-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-damaged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** More of them before a change to a parser: VIGIE_DAMAGED=20000 npm test -- damaged-files */
const rounds = Number(process.env['VIGIE_DAMAGED'] ?? 8)
/** Lengths and offsets at which parsers that trust them go astray. */
const alarming = [0, 1, 0xffff, 0x7fff_ffff, 0xffff_ffff]

const place = fc.double({ min: 0, max: 0.999_999, noNaN: true })
const damages = fc.oneof(
  fc.record({ kind: fc.constant('CUT' as const), at: place }),
  fc.record({ kind: fc.constant('SPLICED' as const), at: place, from: place }),
  fc.record({
    kind: fc.constant('INSERTED' as const),
    at: place,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }),
  }),
  fc.record({ kind: fc.constant('NUMBER' as const), at: place, value: fc.constantFrom(...alarming) }),
  fc.record({ kind: fc.constant('BYTE' as const), at: place, value: fc.nat(255) }),
)
type Damage = typeof damages extends fc.Arbitrary<infer T> ? T : never

function damage(bytes: Buffer, done: Damage): Buffer {
  const at = Math.floor(done.at * bytes.length)
  const copy = Buffer.from(bytes)
  const [before, after] = [copy.subarray(0, at), copy.subarray(at)]
  if (done.kind === 'CUT') return before
  if (done.kind === 'SPLICED')
    return Buffer.concat([before, copy.subarray(Math.floor(done.from * bytes.length))])
  if (done.kind === 'INSERTED') return Buffer.concat([before, done.bytes, after])
  if (done.kind === 'BYTE') copy[at] = done.value
  else if (copy.length >= 4) copy.writeUInt32LE(done.value, Math.min(at, copy.length - 4))
  return copy
}

test('A damaged file gets a verdict, whatever the damage: never a fault, never a long wait', async () => {
  const path = join(folder, 'file')
  for (const { fileName, label, make } of honestFiles) {
    const whole = await make()
    const property = fc.asyncProperty(damages, async (done) => {
      await writeFile(path, damage(whole, done))
      const signal = AbortSignal.timeout(20_000)
      const verdict = await inspectFile({ content: { path }, fileName, signal })
      expect(verdict, label).toMatchObject({ kind: expect.stringMatching(/CLEAN|REFUSED/) })
    })
    await fc.assert(property, { seed: 20_261_115, numRuns: rounds })
  }
})

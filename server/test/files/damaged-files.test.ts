import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectFile } from '../../src/platform/files/index.ts'
import { Seeded } from '../hostile/seeded.ts'
import { honestFiles } from './honest-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-damaged-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const alarming = [0, 1, 0xffff, 0x7fff_ffff, 0xffff_ffff]

function damage(bytes: Buffer, seeded: Seeded): Buffer {
  const at = seeded.below(bytes.length)
  const copy = Buffer.from(bytes)
  const kind = seeded.below(5)
  if (kind === 0) return copy.subarray(0, at)
  if (kind === 1) return Buffer.concat([copy.subarray(0, at), copy.subarray(seeded.below(bytes.length))])
  if (kind === 2) return Buffer.concat([copy.subarray(0, at), seeded.bytes(20), copy.subarray(at)])
  if (kind === 3 && copy.length > 4) copy.writeUInt32LE(seeded.pick(alarming), seeded.below(copy.length - 3))
  else copy[at] = seeded.below(256)
  return copy
}

test('A damaged file gets a verdict, whatever the damage: never a fault, never a long wait', async () => {
  const seeded = new Seeded(20_261_115)
  const path = join(folder, 'file')
  for (const { fileName, label, make } of honestFiles) {
    const whole = await make()
    for (let round = 0; round < 8; round += 1) {
      await writeFile(path, damage(whole, seeded))
      const signal = AbortSignal.timeout(20_000)
      const verdict = await inspectFile({ content: { path }, fileName, signal }).catch(
        (error: unknown) => error,
      )
      expect(verdict, `${label}, round ${round}`).toMatchObject({
        kind: expect.stringMatching(/CLEAN|REFUSED/),
      })
    }
  }
})

import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { SeenCode } from '../../codes/src/index.ts'
import { draw } from '../../codes/test/kit/draw.ts'
import { readScan } from '../src/index.ts'
import { certificate, print, scan, textOf, wrap } from './paper.ts'

const patience = 110_000
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const codes = file('../../codes/src/look.ts')
const sizes = file('./lookers/sizes.ts')

describe('Looking for something else on the pages', () => {
  test('Words and codes of a scan come from the same pages', { timeout: patience }, async () => {
    const drawn = await draw('https://www.example.org/verifier', 'QRCode', 6)
    const code = await sharp(drawn.data, {
      raw: { width: drawn.width, height: drawn.height, channels: 1 },
    })
      .png()
      .toBuffer()
    const paper = (await scan(certificate)).composite([{ input: code, left: 1200, top: 1900 }])
    const flat = sharp(await paper.png().toBuffer())
    const bytes = await wrap(flat)
    const { pages, limit, seen } = await readScan(bytes, { type: 'application/pdf', looker: codes })
    expect(limit).toBeNull()
    expect(textOf(pages[0]!)).toContain('ATTESTATION')
    const [found, ...more] = (seen?.[0]?.things ?? []) as SeenCode[]
    expect(more).toEqual([])
    expect(found).toMatchObject({ format: 'QR' })
    expect(Buffer.from(found!.content, 'base64').toString()).toBe('https://www.example.org/verifier')
    expect(found!.x).toBeCloseTo(1200 / 1654, 1)
    expect(found!.y).toBeCloseTo(1900 / 2339, 1)
  })

  test(
    'Only the pages that were asked for are shown, and nothing is read',
    { timeout: patience },
    async () => {
      const bytes = await print(['Bonjour'], 7)
      const task = { type: 'application/pdf', words: false, only: [2, 6, 9], looker: sizes } as const
      const { pages, limit, seen } = await readScan(bytes, task)
      expect({ pages, limit }).toEqual({ pages: [], limit: null })
      expect(seen?.map(({ page }) => page)).toEqual([2, 6])
      expect(seen?.[0]?.things).toHaveLength(2)
    },
  )

  test('A page that a looker fails at is left out', { timeout: patience }, async () => {
    const wide = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { limit, seen } = await readScan(wide, { type: 'image/png', words: false, looker: sizes })
    expect({ limit, seen }).toEqual({ limit: null, seen: [] })
  })

  test('No word is lost where looking does not end', { timeout: patience }, async () => {
    const lines = (await scan(certificate.slice(0, 5))).extract({ left: 0, top: 0, width: 1600, height: 500 })
    const { pages, limit, seen } = await readScan(await lines.png().toBuffer(), {
      type: 'image/png',
      languages: ['fra'],
      looker: file('./lookers/endless.ts'),
      limits: { pageSeconds: 8 },
    })
    expect({ limit, seen }).toEqual({ limit: null, seen: [] })
    expect(textOf(pages[0]!)).toContain('ATTESTATION')
  })
})

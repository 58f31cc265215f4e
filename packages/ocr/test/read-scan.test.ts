import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readScan, type ScanLimits } from '../src/index.ts'
import { certificate, scan, textOf, values, wrap } from './paper.ts'

const patience = 110_000

describe('Reading pages without text', () => {
  test(
    'A page of a scanner is read, and each word stands where it is on the page',
    { timeout: patience },
    async () => {
      const { pages, limit } = await readScan(await wrap(await scan(certificate)), {
        type: 'application/pdf',
      })
      expect(limit).toBeNull()
      const [page] = pages
      if (!page) throw new Error('No page was read.')
      for (const value of values) expect(textOf(page)).toContain(value)
      expect(page).toMatchObject({ number: 1, turn: 0, skew: 0 })
      expect(page.confidence).toBeGreaterThan(85)
      // Its text begins in the margin of 60 points; the title is the first line.
      const title = page.runs.find(({ text }) => text === 'ATTESTATION')
      expect(title?.x).toBeGreaterThan(57)
      expect(title?.x).toBeLessThan(63)
      expect(title?.y).toBeGreaterThan(57)
      expect(title?.y).toBeLessThan(68)
      expect(title?.height).toBeLessThan(12)
    },
  )
})

describe('Files that are no pages', () => {
  test.each([
    [
      'a damaged picture',
      Buffer.from('\u0089PNG\r\n\u001a\n and nothing that follows', 'latin1'),
      'image/png',
    ],
    ['a damaged PDF', Buffer.from('%PDF-1.7 and nothing that follows'), 'application/pdf'],
    ['no byte at all', Buffer.alloc(0), 'image/jpeg'],
  ] as const)('Of %s nothing is read', { timeout: patience }, async (_, bytes, type) => {
    expect(await readScan(bytes, { type })).toEqual({ pages: [], limit: 'UNREADABLE' })
  })

  test('A picture with more pixels than are allowed is not unpacked', { timeout: patience }, async () => {
    const huge = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(huge.length).toBeLessThan(1_000_000)
    expect(await readScan(huge, { type: 'image/png' })).toEqual({ pages: [], limit: 'UNREADABLE' })
  })

  test('A file that is too large is not even begun', async () => {
    const limits = { maxBytes: 10 }
    expect(await readScan(Buffer.alloc(11), { type: 'image/png', limits })).toEqual({
      pages: [],
      limit: 'TOO_LARGE',
    })
  })

  test('Whatever needs too much memory or time is ended, and says why', { timeout: patience }, async () => {
    const picture = await (await scan(certificate)).png().toBuffer()
    const read = (limits: Partial<ScanLimits>) => readScan(picture, { type: 'image/png', limits })
    expect(await read({ memoryMiB: 60 })).toEqual({ pages: [], limit: 'MEMORY' })
    expect(await read({ pageSeconds: 0 })).toEqual({ pages: [], limit: 'TIMEOUT' })
    expect(await read({ seconds: 0.2 })).toEqual({ pages: [], limit: 'TIMEOUT' })
    expect(await read({ patienceSeconds: 0.2 })).toEqual({ pages: [], limit: 'TIMEOUT' })
  })

  test(
    'An unknown language is a fault of whoever asks, and nothing is fetched for it',
    { timeout: patience },
    async () => {
      const picture = await (await scan(['Bonjour'])).png().toBuffer()
      expect(await readScan(picture, { type: 'image/png', languages: ['xxx'] })).toEqual({
        pages: [],
        limit: 'UNREADABLE',
      })
    },
  )
})

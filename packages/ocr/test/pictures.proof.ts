import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readScan } from '../src/index.ts'
import { addGrain, certificate, print, scan, textOf, values } from './paper.ts'

const patience = 110_000

describe('Pages that are not easy to read', () => {
  test(
    'A grainy picture that lies aslant is read, with the places of the picture as it was sent',
    { timeout: patience },
    async () => {
      const slanted = (await scan(certificate)).rotate(2, { background: '#dddddd' })
      const picture = await (await addGrain(slanted, 60)).jpeg({ quality: 60 }).toBuffer()
      const { pages, limit } = await readScan(picture, { type: 'image/jpeg' })
      expect(limit).toBeNull()
      const [page] = pages
      if (!page) throw new Error('No page was read.')
      for (const value of values) expect(textOf(page)).toContain(value)
      expect(page.skew).toBeCloseTo(2, 0)
      const { width } = await sharp(picture).metadata()
      expect(page.width).toBe(width)
      // Turned to the right about the middle, lines fall: words at the end of one stand lower than those at its start.
      const start = page.runs.find(({ text }) => text === 'Attestation')
      const end = page.runs.find(({ text }) => text === 'cotisations')
      const fall = ((end?.y ?? 0) - (start?.y ?? 0)) / ((end?.x ?? 0) - (start?.x ?? 0))
      expect(Math.atan(fall) * (180 / Math.PI)).toBeCloseTo(2, 0)
    },
  )

  test('A page that stands on its head is turned', { timeout: patience }, async () => {
    const picture = await (await scan(certificate)).rotate(180).png().toBuffer()
    const { pages } = await readScan(picture, { type: 'image/png', languages: ['fra'] })
    expect(pages[0]?.turn).toBe(180)
    expect(textOf(pages[0]!)).toContain('732 829 320 00074')
  })

  test(
    'Of many pages the first ones and the last one are read, and the rest is said to be unread',
    { timeout: patience },
    async () => {
      const read: number[] = []
      const begun: string[] = []
      const short = await print(
        ['Une page de texte assez longue pour être lue : douze mots au moins, voilà.'],
        9,
      )
      const { pages, limit } = await readScan(short, {
        type: 'application/pdf',
        limits: { maxPages: 2 },
        onBegin: ({ page, pages: all }) => begun.push(`${page} of ${all}`),
        onPage: ({ number }) => read.push(number),
      })
      expect(pages.map(({ number }) => number)).toEqual([1, 9])
      expect(read).toEqual([1, 9])
      expect(begun).toEqual(['1 of 2', '2 of 2'])
      expect(limit).toBe('TOO_MANY_PAGES')
    },
  )
})

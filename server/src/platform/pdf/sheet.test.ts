import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { heading, paragraph } from './blocks.ts'
import { Sheet } from './sheet.ts'
import { drawTable } from './table.ts'
import { contentBottom, lineHeight, sizes } from './theme.ts'

const info = { author: 'a', subject: 's', keywords: 'k', language: 'en', createdAt: new Date(0) } as const
const newSheet = () => new Sheet({ ...info, title: 'Title' })

async function pagesOf(sheet: Sheet): Promise<string[]> {
  const bytes = await sheet.finish(() => {})
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map((page) => page.replace(/\s+/g, ' ').trim())
}

test('Text that ends at the very foot of a page opens no empty one', async () => {
  const sheet = newSheet()
  sheet.y = contentBottom - lineHeight(sizes.body) - 1
  paragraph(sheet, 'The last line')
  expect(await pagesOf(sheet)).toEqual(['The last line'])
})

test('A heading moves to the next page with what stands under it', async () => {
  const sheet = newSheet()
  paragraph(sheet, 'Before')
  sheet.y = contentBottom - 60
  heading(sheet, 'Outer')
  heading(sheet, 'Inner', 'H3')
  await drawTable(sheet, { columns: [{ label: 'Head' }], rows: [['one'], ['two']], continued: '(continued)' })
  expect(await pagesOf(sheet)).toEqual(['Before', 'Outer Inner Head one two'])
})

test('A long row begins with five lines or on the next page', async () => {
  const lines = Array.from({ length: 70 }, (_, i) => `line-${i + 1}.`)
  for (const [room, onFirst] of [
    [70, 'Before'],
    [80, 'Before label line-1. line-2. line-3. line-4. line-5.'],
  ] as const) {
    const sheet = newSheet()
    paragraph(sheet, 'Before')
    sheet.y = contentBottom - room
    await drawTable(sheet, {
      columns: [{ share: 0.3 }, { share: 0.7 }],
      rows: [['label', lines.join('\n')]],
      continued: '(continued)',
    })
    const pages = await pagesOf(sheet)
    expect(pages[0]).toBe(onFirst)
    expect(pages.at(-1)).toMatch(/^label \(continued\) .*line-69\. line-70\.$/)
    for (const line of lines) expect(pages.join(' ')).toContain(line)
  }
})

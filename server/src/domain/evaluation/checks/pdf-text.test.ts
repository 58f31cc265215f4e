import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { readPdf } from './pdf-text.ts'

// On a busy machine starting the reader takes a while, and that is not what is tried here.
const timeoutMs = 50_000

async function pdf(pages: string[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  for (const text of pages) document.addPage().text(text)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/** One page whose content unpacks to so many MiB of blanks. */
async function bomb(mebibytes: number): Promise<Buffer> {
  const packed = await buffer(
    Readable.from(Array<Buffer>(mebibytes).fill(Buffer.alloc(1024 * 1024, ' '))).pipe(
      createDeflate({ level: 1 }),
    ),
  )
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
  ].map((body, index) => `${index + 1} 0 obj${body}endobj\n`)
  const stream = `4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`
  const end = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
  return Buffer.concat(
    [`%PDF-1.4\n${objects.join('')}${stream}`, packed, end].map((part) => Buffer.from(part)),
  )
}

it('The text of the first pages is read, accents included', async () => {
  const bytes = await pdf(['Société Générale, SIREN 552 120 222', 'second', 'third'])
  const [text, start] = await Promise.all([
    readPdf(bytes, { maxPages: 2, timeoutMs }),
    readPdf(bytes, { maxCharacters: 7, timeoutMs }),
  ])
  expect(text?.text).toContain('Société Générale, SIREN 552 120 222')
  expect(text?.text).toContain('second')
  expect(text?.text).not.toContain('third')
  expect(text?.facts.isWhole).toBe(false)
  expect(start?.text).toBe('Société')
})

it('An unreadable PDF gives null', async () => {
  const [junk, locked, large] = await Promise.all([
    readPdf(Buffer.from('%PDF-1.7 and then nothing of the sort')),
    readPdf(await pdf(['secret'], { userPassword: 'x' })),
    readPdf(Buffer.alloc(11), { maxBytes: 10 }),
  ])
  expect([junk, locked, large]).toEqual([null, null, null])
})

it('Reading stops on a file that takes too long or too much memory', async () => {
  expect(await readPdf(await pdf(['fine']), { timeoutMs: 20 })).toBeNull()
  const small = { memoryMiB: 256, timeoutMs }
  const [fits, bursts] = await Promise.all([readPdf(await bomb(1), small), readPdf(await bomb(400), small)])
  expect(fits?.text.trim()).toBe('')
  expect(bursts).toBeNull()
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ContentCutShort, inspectFile, type Content } from '../src/index.ts'
import { honestFiles } from './honest-files.ts'
import { hostileOffice } from './hostile-office.ts'
import { hostileOthers } from './hostile-others.ts'
import { bombOf, hostilePdfs } from './hostile-pdfs.ts'
import { docx, pdf, stream } from '../samples/index.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-inspect-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made = 0
async function verdictOf(bytes: Buffer, fileName: string, declaredType?: string) {
  made += 1
  const path = join(folder, `file-${made}`)
  await writeFile(path, bytes)
  return await inspectFile({
    content: { path },
    fileName,
    ...(declaredType !== undefined && { declaredType }),
  })
}

describe('Honest files', () => {
  test.each(honestFiles.map((file) => [file.label, file] as const))(
    'An honest file passes: %s',
    async (_label, file) => {
      const verdict = await verdictOf(await file.make(), file.fileName, file.declared)
      expect(verdict).toMatchObject({
        kind: 'CLEAN',
        contentType: file.contentType,
        warnings: file.warnings ?? [],
      })
    },
  )
})

const hostileFiles = [...hostilePdfs, ...hostileOffice, ...hostileOthers]

describe('Hostile files', () => {
  test.each(hostileFiles.map((file) => [file.fileName, file.label, file] as const))(
    'A hostile file is refused, or shown with a warning: %s: %s',
    async (_name, _label, file) => {
      const verdict = await verdictOf(file.make(), file.fileName, file.declared)
      if (typeof file.expected === 'string') {
        expect(verdict).toMatchObject({ kind: 'REFUSED', code: file.expected })
      } else expect(verdict).toMatchObject({ kind: 'CLEAN', warnings: file.expected })
    },
  )
})

test('A stream that unpacks without end is a bomb, one by one and all together', async () => {
  const path = join(folder, 'stream-bomb')
  const limits = { maxStreamBytes: 5_000_000, maxCountedBytes: 18_000_000 }
  const inspect = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    return await inspectFile({ content: { path }, fileName: 'a.pdf', limits })
  }
  const streams = (count: number, size: number) =>
    pdf({ objects: Array.from({ length: count }, () => stream('/Filter /FlateDecode', bombOf(size))) })
  expect(await inspect(streams(3, 5_000_000))).toMatchObject({ kind: 'CLEAN' })
  expect(await inspect(streams(1, 6_000_000))).toMatchObject({ code: 'ARCHIVE_BOMB' })
  expect(await inspect(streams(4, 5_000_000))).toMatchObject({ code: 'ARCHIVE_BOMB' })
})

test('A script is found wherever the chunks of a file end', async () => {
  // The end of the first 256 KiB wanders over every byte from the end of the stream to that of the script.
  for (let shift = 0; shift < 90; shift += 1) {
    const objects = [stream('', Buffer.alloc(261_810 + shift, 'x')), '<< /S /JavaScript /JS (x) >>']
    const verdict = await verdictOf(pdf({ objects }), 'a.pdf')
    expect(verdict, `shifted by ${shift}`).toMatchObject({ code: 'ACTIVE_CONTENT' })
  }
})

test('Attachments of a PDF pass where the operator allows them', async () => {
  const path = join(folder, 'invoice')
  await writeFile(path, pdf({ objects: [stream('/Type /EmbeddedFile', '<a/>')] }))
  const file = { content: { path }, fileName: 'a.pdf' }
  expect(await inspectFile(file)).toMatchObject({ code: 'ACTIVE_CONTENT' })
  expect(await inspectFile({ ...file, limits: { allowPdfAttachments: true } })).toMatchObject({
    kind: 'CLEAN',
  })
})

describe('Content that the caller reads', () => {
  const kept = (bytes: Buffer): Content => ({
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  })
  const fileName = 'a.docx'

  test('Content that the caller reads is judged as a file on the disk', async () => {
    const judged = (bytes: Buffer) => inspectFile({ content: kept(bytes), fileName: 'a.pdf' })
    const filler = stream('', Buffer.alloc(2_500_000, 'x'))
    expect(await judged(pdf({ objects: [filler] }))).toMatchObject({ kind: 'CLEAN' })
    const hiding = await judged(pdf({ objects: [filler, '<< /S /JavaScript >>'] }))
    expect(hiding).toMatchObject({ code: 'ACTIVE_CONTENT' })
  })

  test.each([1, 2, 3])('Content that fails at read %i is a fault of its own, not a verdict', async (nth) => {
    const whole = kept(docx({ parts: [{ name: 'a.xml', data: Buffer.alloc(3_000_000, 'a'), stored: true }] }))
    const fault = new Error('the disk is gone')
    let reads = 0
    const failing: Content = {
      ...whole,
      read: (start, length) => {
        reads += 1
        return reads === nth ? Promise.reject(fault) : whole.read(start, length)
      },
    }
    await expect(inspectFile({ content: failing, fileName })).rejects.toBe(fault)
  })

  test('Content that ends before its size does is a fault, not a verdict', async () => {
    const whole = docx()
    const cut = { ...kept(whole.subarray(0, -1)), size: whole.length }
    await expect(inspectFile({ content: cut, fileName })).rejects.toBeInstanceOf(ContentCutShort)
  })

  test('Content whose inspection is cancelled rejects with the reason', async () => {
    const reason = new Error('too long')
    const file = { content: kept(docx()), fileName, signal: AbortSignal.abort(reason) }
    await expect(inspectFile(file)).rejects.toBe(reason)
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  inspectFile,
  localStore,
  newObjectKey,
  ObjectNotFound,
  StoreUnavailable,
  type ObjectStore,
} from '../../src/platform/files/index.ts'
import { honestFiles } from './honest-files.ts'
import { hostileOffice } from './hostile-office.ts'
import { hostileOthers } from './hostile-others.ts'
import { bombOf, hostilePdfs } from './hostile-pdfs.ts'
import { docx } from './make-office.ts'
import { pdf, stream } from './make-pdf.ts'

let folder: string
let store: ObjectStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-inspect-'))
  store = await localStore({ root: join(folder, 'store') })
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
  expect(await inspect(streams(1, 6_000_000))).toMatchObject({ code: 'UPLOAD_ARCHIVE_BOMB' })
  expect(await inspect(streams(4, 5_000_000))).toMatchObject({ code: 'UPLOAD_ARCHIVE_BOMB' })
})

test('A script is found wherever the chunks of a file end', async () => {
  // The end of the first 256 KiB wanders over every byte from the end of the stream to that of the script.
  for (let shift = 0; shift < 90; shift += 1) {
    const objects = [stream('', Buffer.alloc(261_810 + shift, 'x')), '<< /S /JavaScript /JS (x) >>']
    const verdict = await verdictOf(pdf({ objects }), 'a.pdf')
    expect(verdict, `shifted by ${shift}`).toMatchObject({ code: 'UPLOAD_ACTIVE_CONTENT' })
  }
})

test('Attachments of a PDF pass where the operator allows them', async () => {
  const path = join(folder, 'invoice')
  await writeFile(path, pdf({ objects: [stream('/Type /EmbeddedFile', '<a/>')] }))
  const file = { content: { path }, fileName: 'a.pdf' }
  expect(await inspectFile(file)).toMatchObject({ code: 'UPLOAD_ACTIVE_CONTENT' })
  expect(await inspectFile({ ...file, limits: { allowPdfAttachments: true } })).toMatchObject({
    kind: 'CLEAN',
  })
})

describe('Files in the store', () => {
  const put = async (bytes: Buffer) => {
    const key = newObjectKey(7)
    await store.put(key, Readable.from([bytes]), { maxBytes: 100_000_000 })
    return key
  }
  const fileName = 'a.docx'

  test('A stored file is judged like one on the disk', async () => {
    const judged = async (bytes: Buffer) =>
      inspectFile({ content: { store, key: await put(bytes) }, fileName: 'a.pdf' })
    const filler = stream('', Buffer.alloc(2_500_000, 'x'))
    expect(await judged(pdf({ objects: [filler] }))).toMatchObject({ kind: 'CLEAN' })
    const hiding = await judged(pdf({ objects: [filler, '<< /S /JavaScript >>'] }))
    expect(hiding).toMatchObject({ code: 'UPLOAD_ACTIVE_CONTENT' })
  })

  test('A missing stored file is a fault of the store, not a verdict', async () => {
    const content = { store, key: newObjectKey(7) }
    await expect(inspectFile({ content, fileName })).rejects.toBeInstanceOf(ObjectNotFound)
  })

  test.each([1, 2, 3])(
    'A stored file whose store fails at read %i is a fault of the store, not a verdict',
    async (nth) => {
      const key = await put(
        docx({ parts: [{ name: 'a.xml', data: Buffer.alloc(3_000_000, 'a'), stored: true }] }),
      )
      let reads = 0
      const failing: ObjectStore = {
        ...store,
        get: (...args) => {
          reads += 1
          return reads === nth ? Promise.reject(new StoreUnavailable('down')) : store.get(...args)
        },
      }
      const verdict = inspectFile({ content: { store: failing, key }, fileName })
      await expect(verdict).rejects.toBeInstanceOf(StoreUnavailable)
    },
  )

  test('A cancelled inspection rejects with the reason', async () => {
    const reason = new Error('too long')
    const key = await put(docx())
    const file = { content: { store, key }, fileName, signal: AbortSignal.abort(reason) }
    await expect(inspectFile(file)).rejects.toBe(reason)
  })
})

import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { csvFile } from './csv-file.ts'
import { jsonFile } from './json-file.ts'
import { parquetFile } from './parquet-file.ts'
import { RegisterFileError } from './register-file-error.ts'
import type { RegisterFile, Text } from './register-rows.ts'
import { zipEntry } from './zip-entry.ts'

/** Told apart by what they begin with, whatever they are called. Nothing is read into memory whole. */
export async function openRegisterFile(path: string): Promise<RegisterFile> {
  const file = await open(path).catch((error: Error) => {
    throw new RegisterFileError(`${path} cannot be read.`, { cause: error })
  })
  try {
    const start = await firstBytes(file)
    if (start.startsWith('PAR1')) return await parquetFile(path)
    const isZip = start.startsWith('PK\u0003\u0004')
    const text = isZip ? await zipEntry(path) : await plainText(path, file)
    const beginning = isZip ? await firstCharacters(text) : start
    return /^\uFEFF?\s*[[{]/.test(beginning) ? await jsonFile(text) : await csvFile(text)
  } finally {
    await file.close()
  }
}

async function firstBytes(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
  return buffer.subarray(0, bytesRead).toString('utf8')
}

async function firstCharacters(text: Text): Promise<string> {
  for await (const chunk of await text.stream()) return String(chunk).slice(0, 256)
  return ''
}

async function plainText(path: string, file: FileHandle): Promise<Text> {
  const { size } = await file.stat()
  return { bytes: size, stream: () => Promise.resolve(createReadStream(path)) }
}

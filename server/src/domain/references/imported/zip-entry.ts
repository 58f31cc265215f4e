import { openPromise, type Entry } from 'yauzl'
import { RegisterFileError } from './register-file-error.ts'
import type { Text } from './register-rows.ts'

/** The one table inside an archive. */
export async function zipEntry(path: string): Promise<Text> {
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  const names: string[] = []
  let found: Entry | undefined
  try {
    for await (const entry of archive.eachEntry()) {
      names.push(entry.fileName)
      if (/\.(csv|json|jsonl)$/i.test(entry.fileName)) found ??= entry
    }
  } finally {
    archive.close()
  }
  if (!found) {
    const listing = names.length === 0 ? 'nothing' : names.slice(0, 5).join(', ')
    throw new RegisterFileError(`${path} holds no .csv or .json file: it holds ${listing}.`)
  }
  const entry = found
  return {
    bytes: entry.uncompressedSize,
    stream: async () => {
      // Closes itself once the stream has ended.
      const again = await openPromise(path, { lazyEntries: true, autoClose: false })
      const stream = await again.openReadStreamPromise(entry)
      return stream.once('close', () => again.close())
    },
  }
}

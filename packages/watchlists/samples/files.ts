import type { ListFile } from '../src/entry.ts'

/** A file in memory, handed out in chunks of a size that fits no record. */
export function sampleFile(name: string, content: string | Uint8Array, chunkBytes = 997): ListFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    name,
    async *open() {
      for (let from = 0; from < bytes.length; from += chunkBytes)
        yield bytes.subarray(from, from + chunkBytes)
    },
  }
}

/** A file that is made while it is read. */
export function streamFile(name: string, parts: () => Iterable<string>): ListFile {
  return {
    name,
    async *open() {
      for (const part of parts()) yield Buffer.from(part)
    },
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  ObjectNotFound,
  openVerifiedStream,
  type ByteRange,
  type ObjectStore,
} from '../../../platform/files/index.ts'
import type { ServableFile } from './found-file.queries.ts'
import { sendBytes } from './send-bytes.ts'

interface FoundFile {
  readonly store: ObjectStore
  readonly accountId: number
  /** Throws when the file may no longer be had. */
  readonly find: () => Promise<ServableFile>
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, accountId, find }: FoundFile,
): Promise<FastifyReply> {
  const { fileId, fileName, contentType, size, sha256, objectKey } = await find()
  const open = async (range?: ByteRange) => {
    try {
      return await openVerifiedStream(store, objectKey, { size, sha256, ...(range && { range }) })
    } catch (error) {
      // Deleted since we looked, it is gone and not damaged.
      if (error instanceof ObjectNotFound) await find()
      throw error
    }
  }
  const etag = `"${sha256}"`
  return sendBytes(request, reply, { size, etag, contentType, fileName, open, ids: { accountId, fileId } })
}

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import { etag, pathId, requireMatch } from '../../../platform/http/index.ts'
import type { FoundResponse } from './response.view.ts'
import { maxFilesOfAnswer } from './change-draft.ts'
import type { UploadDeps } from './read-answer.ts'

export interface ResponsesDeps extends UploadDeps {
  readonly db: Db
}

export const responseTags = ['Answers']
export const ofResponse = Type.Object({ responseId: pathId })
export const multipartType = 'multipart/form-data'

/** Most that one body may hold, all its files together. */
export function uploadBytes({ maxBytes }: UploadDeps): number {
  return maxFilesOfAnswer * maxBytes + 1024 * 1024
}

export const tag = ({ version }: FoundResponse) => ({ etag: etag(version) })

export function expected(request: FastifyRequest): (version: number) => void {
  return (version) => requireMatch(request, version)
}

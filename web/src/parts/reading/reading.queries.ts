import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type FileReading = Answer<'getFileReading'>
export type ReadField = FileReading['fields'][number]
export type ReadCode = FileReading['codes'][number]

export interface FilePlace {
  readonly accountId: number
  readonly dossierId: number
  readonly documentId: number
  readonly fileId: number
}

export const readingQuery = (place: FilePlace) =>
  queryOptions({
    queryKey: ['document', place.accountId, place.documentId, 'reading', place.fileId],
    queryFn: ({ signal }) => {
      const path = '/dossiers/{dossierId}/documents/{documentId}/files/{fileId}/reading'
      return api.account(place.accountId).get(path, { path: place, signal })
    },
  })

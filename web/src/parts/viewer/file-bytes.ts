import { queryOptions } from '@tanstack/react-query'

export type LoadFile = (signal: AbortSignal) => Promise<Blob>

const kept = 120_000

/** The bytes of a file, which never change; asked for ahead, they are there when the file is shown. */
export const fileBytes = (fileId: number, load: LoadFile) =>
  queryOptions({
    queryKey: ['file-bytes', fileId],
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: kept,
  })

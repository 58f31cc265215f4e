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

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken hold of the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

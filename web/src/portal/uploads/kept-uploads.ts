import { forget, keep, kept } from '../kept.ts'

/** Enough to go on with a file after the page was closed; the file itself the browser does not keep for us. */
export interface KeptUpload {
  readonly documentId: number
  readonly url: string
  readonly name: string
  readonly size: number
  readonly sent: number
}

const keyOf = (contactId: number) => `uploads:${contactId}`
const read = (contactId: number) => (kept(keyOf(contactId)) as KeptUpload[] | null) ?? []

export const keptUploads = {
  all: read,
  put: (contactId: number, upload: KeptUpload) => {
    const others = read(contactId).filter(({ url }) => url !== upload.url)
    keep(keyOf(contactId), [...others, upload])
  },
  drop: (contactId: number, url: string) => {
    const others = read(contactId).filter((upload) => upload.url !== url)
    if (others.length === 0) forget(keyOf(contactId))
    else keep(keyOf(contactId), others)
  },
}

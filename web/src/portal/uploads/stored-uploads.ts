import { removeStored, writeStored, readStored } from '../device-storage.ts'

/** Enough to go on with a file after the page was closed; the file itself the browser does not keep for us. */
export interface StoredUpload {
  readonly documentId: number
  readonly url: string
  readonly name: string
  readonly size: number
  readonly sent: number
}

const keyOf = (contactId: number) => `uploads:${contactId}`
const read = (contactId: number) => (readStored(keyOf(contactId)) as StoredUpload[] | null) ?? []

export const storedUploads = {
  all: read,
  put: (contactId: number, upload: StoredUpload) => {
    const others = read(contactId).filter(({ url }) => url !== upload.url)
    writeStored(keyOf(contactId), [...others, upload])
  },
  drop: (contactId: number, url: string) => {
    const others = read(contactId).filter((upload) => upload.url !== url)
    if (others.length === 0) removeStored(keyOf(contactId))
    else writeStored(keyOf(contactId), others)
  },
}

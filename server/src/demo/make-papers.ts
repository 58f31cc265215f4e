import { Readable } from 'node:stream'
import { newObjectKey, type ObjectStore, type StoredObject } from '../platform/files/index.ts'
import { certificate, type Certificate } from './pieces/certificate.ts'
import { picture } from './pieces/picture.ts'

/** A paper as it is drawn; drawn again, it has the same bytes. */
export interface DemoPaper extends Certificate {
  readonly form: 'PICTURE' | 'CERTIFICATE'
}

export interface StoredPaper extends StoredObject {
  readonly key: string
}

const atOnce = 8

export async function makePaper({ form, ...paper }: DemoPaper): Promise<Buffer> {
  return form === 'PICTURE' ? picture(paper) : certificate(paper)
}

/** Draws the papers and stores them, in their order; some at a time, because storing waits for the disk. */
export async function storePapers(
  store: ObjectStore,
  accountId: number,
  papers: readonly DemoPaper[],
): Promise<StoredPaper[]> {
  const stored: StoredPaper[] = []
  let next = 0
  const work = async () => {
    for (let nth = next++; nth < papers.length; nth = next++) {
      const paper = papers[nth]
      if (!paper) return
      const bytes = await makePaper(paper)
      const key = newObjectKey(accountId)
      stored[nth] = { key, ...(await store.put(key, Readable.from([bytes]), { maxBytes: bytes.length })) }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return stored
}

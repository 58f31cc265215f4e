import { buffer } from 'node:stream/consumers'
import type { Content } from '@vigie/inspect'
import { ObjectNotFound, StoreUnavailable, type ObjectStore } from './object-store.ts'

/** An object of a store as something to inspect. What the store does wrong stays a fault of the store. */
export async function storedContent(store: ObjectStore, key: string): Promise<Content> {
  const found = await store.head(key)
  if (!found) throw new ObjectNotFound(key)
  return {
    size: found.size,
    async read(start, length) {
      const bytes = await buffer(await store.get(key, { start, end: start + length - 1 }))
      if (bytes.length < length) throw new StoreUnavailable(new Error('fewer bytes than the size says'))
      return bytes
    },
  }
}

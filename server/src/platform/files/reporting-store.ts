import { dependencies } from '../kernel/index.ts'
import { countDeletedFile, countStoredFile } from '../metrics/index.ts'
import { StoreFull, StoreUnavailable, type ObjectStore } from './object-store.ts'

/** The same store; how it fares is told to whoever watches the services outside. */
export function reportOutcomes(store: ObjectStore): ObjectStore {
  const watched = <T>(work: () => Promise<T>) => dependencies.around('store', work, isOfCaller)
  return {
    put: async (key, body, options) => {
      const stored = await watched(() => store.put(key, body, options))
      countStoredFile(stored.size)
      return stored
    },
    get: (key, range) => watched(() => store.get(key, range)),
    head: (key) => watched(() => store.head(key)),
    delete: async (key) => {
      await watched(() => store.delete(key))
      countDeletedFile()
    },
    list: (options) => store.list(options),
    presignGet: (key, options) => store.presignGet(key, options),
    check: (options) => watched(() => store.check(options)),
    close: () => store.close(),
  }
}

/** A missing object, too many bytes or a body that breaks off say nothing of the store. */
function isOfCaller(error: unknown): boolean {
  return !(error instanceof StoreUnavailable || error instanceof StoreFull)
}

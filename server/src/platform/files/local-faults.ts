import { ObjectStoreError, StoreFull, StoreUnavailable } from './object-store.ts'

export async function ifThere<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export async function withLocalFaults<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw asStoreError(error)
  }
}

export function asStoreError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StoreFull(error) : new StoreUnavailable(error)
}

import { ObjectStoreError, StoreFull, StoreMisconfigured, StoreUnavailable } from './object-store.ts'

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

const forbidden = new Set(['EACCES', 'EPERM', 'EROFS'])

export function asStoreError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const { code = '', path } = error as NodeJS.ErrnoException
  if (forbidden.has(code)) {
    const sentence = `The files cannot be kept in ${path ?? 'their folder'} (${code}): this user needs to write there.`
    return new StoreMisconfigured(sentence, error)
  }
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StoreFull(error) : new StoreUnavailable(error)
}

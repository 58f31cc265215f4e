import { randomUUID } from 'node:crypto'
import type { ByteRange } from './object-store.ts'
import { ObjectKeyInvalid, RangeNotSatisfiable } from './store-errors.ts'

const keyPattern =
  /^([1-9][0-9]{0,15})\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

export function newObjectKey(accountId: number): string {
  const key = `${accountId}/${randomUUID()}`
  parseObjectKey(key)
  return key
}

export function isObjectKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Every driver goes through here first: a key it did not make can never become a path or an address. */
export function parseObjectKey(key: string): { account: string; uuid: string } {
  const [, account, uuid] = keyPattern.exec(key) ?? []
  if (account === undefined || uuid === undefined) throw new ObjectKeyInvalid()
  return { account, uuid }
}

export function assertRange(key: string, range: ByteRange): void {
  const { start, end = start } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeNotSatisfiable(key)
  }
}

import { ListFault } from './fault.ts'
import { limits } from './limits.ts'

/** Counts what is held until a file has been read to its end, and refuses what would fill the memory. */
export function startHolding(): (file: string, ...texts: string[]) => void {
  let held = 0
  return (file, ...texts) => {
    // A string has a cost of its own, whatever its length.
    for (const text of texts) held += text === '' ? 0 : text.length + 20
    if (held > limits.heldCharacters) {
      throw new ListFault('TOO_LARGE', 'the file holds more than can be put in order in memory', { file })
    }
  }
}

/** Values of one kind are compared with each other, and passed on together: a million of them would take hours. */
export function refuseCrowd(values: readonly unknown[]): void {
  if (values.length <= limits.values) return
  throw new ListFault('TOO_LARGE', 'one entry has more values of one kind than any honest one')
}

/** Puts a value into the group of its key. */
export function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key)
  if (group) group.push(value)
  else groups.set(key, [value])
}

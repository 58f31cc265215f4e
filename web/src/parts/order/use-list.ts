import { useState } from 'react'

export type Step = -1 | 1

export function moved<Item>(items: readonly Item[], index: number, step: Step): Item[] {
  const next = [...items]
  const [item] = next.splice(index, 1)
  if (item !== undefined) next.splice(index + step, 0, item)
  return next
}

let made = 0
const newKey = () => `item${(made += 1)}`

/**
 * A list that is being written. Each item has a key of its own for as long as it is shown, so that what somebody
 * types in is the same field afterwards, whatever it says and wherever it moves.
 */
export function useList<Item>(items: readonly Item[], onChange: (items: Item[]) => void) {
  const [keys, setKeys] = useState(() => items.map(newKey))
  return {
    keyOf: (index: number) => keys[index] ?? index,
    put: (index: number, item: Item) => onChange(items.with(index, item)),
    add(item: Item) {
      setKeys([...keys, newKey()])
      onChange([...items, item])
    },
    remove(index: number) {
      setKeys(keys.toSpliced(index, 1))
      onChange(items.toSpliced(index, 1))
    },
    move(index: number, step: Step) {
      setKeys(moved(keys, index, step))
      onChange(moved(items, index, step))
    },
  }
}

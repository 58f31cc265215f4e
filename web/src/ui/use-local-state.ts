import { useState } from 'react'

function read<T>(key: string, initial: T): T {
  try {
    const stored = window.localStorage.getItem(key)
    return stored === null ? initial : (JSON.parse(stored) as T)
  } catch {
    return initial
  }
}

/** A preference of this browser. One that keeps nothing, or kept something unreadable, starts anew. */
export function useLocalState<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(key, initial))
  function store(next: T) {
    setValue(next)
    try {
      window.localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // It still holds until the page is left.
    }
  }
  return [value, store]
}

import { useState } from 'react'

/**
 * What a dialog was opened on. News changes the page behind it, but not what its person has looked at: they are told
 * that somebody was faster, instead of overwriting it.
 */
export function useSeen<T>(value: T): T {
  const [seen] = useState(() => value)
  return seen
}

import { useEffect, useState } from 'react'

const seenAfterMs = 450

/** Whether the item has stood there long enough to have been seen. */
export function useHasBeenSeen(itemId: number | undefined): boolean {
  const [seenId, setSeenId] = useState<number | undefined>()
  useEffect(() => {
    const timer = setTimeout(() => setSeenId(itemId), seenAfterMs)
    return () => clearTimeout(timer)
  }, [itemId])
  return itemId !== undefined && seenId === itemId
}

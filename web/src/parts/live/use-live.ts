import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LiveUpdates } from './live-updates.ts'
import { Refresher } from './refresher.ts'

/** Keeps what the pages show in step with the journal; tells whether the service can be reached. */
export function useLive(accountId: number): { isReachable: boolean } {
  const queries = useQueryClient()
  const [isReachable, setReachable] = useState(true)
  useEffect(() => {
    const live = new LiveUpdates(accountId, new Refresher(queries), setReachable)
    return () => live.stop()
  }, [accountId, queries])
  return { isReachable }
}

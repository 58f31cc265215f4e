import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clockQuery } from '../clock/clock.queries.ts'

/** YYYY-MM-DD, as the account's due dates count. */
export function useToday(accountId: number): string {
  const { data: clock } = useQuery(clockQuery(accountId))
  const [own] = useState(() => new Date().toISOString())
  return (clock?.now ?? own).slice(0, 10)
}

const dayMs = 86_400_000

/** Below zero when the day has passed. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day.slice(0, 10)) - Date.parse(today)) / dayMs)
}

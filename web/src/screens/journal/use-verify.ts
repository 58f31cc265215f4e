import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/index.ts'
import type { Verification } from './journal.queries.ts'

export type Since = 'start' | 'checkpoint'

interface State {
  isRunning: boolean
  /** Where the walk began and where it stands. */
  from: number
  done: number
  total: number
  result: Verification | null
  error: unknown
}

const idle: State = { isRunning: false, from: 0, done: 0, total: 0, result: null, error: null }

/** Has the chain recomputed part after part, so that a long journal shows how far it is. */
export function useVerify(accountId: number) {
  const [state, setState] = useState<State>(idle)
  const walk = useRef<AbortController | null>(null)
  useEffect(() => () => walk.current?.abort(), [])

  async function run(since: Since) {
    walk.current?.abort()
    const { signal } = (walk.current = new AbortController())
    setState({ ...idle, isRunning: true })
    try {
      const { content } = await api.account(accountId).get('/events/latest', { query: { size: 1 }, signal })
      const total = content[0]?.seq ?? 0
      let part = await api.account(accountId).get('/journal/verify', { query: { since }, signal })
      const { from, checkpoint } = part
      while (part.next !== null) {
        setState({ ...idle, isRunning: true, from, done: part.events, total })
        part = await api.account(accountId).get('/journal/verify', { query: { after: part.next }, signal })
      }
      const result = { ...part, from, checkpoint: part.checkpoint ?? checkpoint }
      setState({ ...idle, from, done: part.events, total, result })
    } catch (error) {
      setState(signal.aborted ? idle : { ...idle, error })
    }
  }

  return { ...state, run: (since: Since) => void run(since), stop: () => walk.current?.abort() }
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { runAll, type Failure, type Target } from './run-all.ts'

export interface BulkDeed {
  /** What is done, said while it is under way. */
  title: string
  act: (target: Target) => Promise<unknown>
}

export interface BulkRun extends BulkDeed {
  total: number
  done: number
  failures: Failure[]
  state: 'running' | 'stopped' | 'finished'
}

/** One change asked for many companies, from this page. */
export function useBulk(accountId: number) {
  const queries = useQueryClient()
  const [run, setRun] = useState<BulkRun | null>(null)
  const controller = useRef<AbortController>(null)

  async function start(deed: BulkDeed, targets: readonly Target[]) {
    const own = new AbortController()
    controller.current = own
    setRun({ ...deed, total: targets.length, done: 0, failures: [], state: 'running' })
    const onDone = (failure: Failure | null) =>
      setRun((now) =>
        now === null
          ? null
          : {
              ...now,
              done: now.done + 1,
              failures: failure === null ? now.failures : [...now.failures, failure],
            },
      )
    await runAll(targets, { act: deed.act, signal: own.signal, onDone })
    const state = own.signal.aborted ? 'stopped' : 'finished'
    setRun((now) => (now === null ? null : { ...now, state }))
    for (const noun of ['thirdparties', 'thirdparty', 'dossiers', 'statistics']) {
      void queries.invalidateQueries({ queryKey: [noun, accountId] })
    }
  }

  return {
    run,
    start: (deed: BulkDeed, targets: readonly Target[]) => void start(deed, targets),
    stop: () => controller.current?.abort(),
    retry: () => {
      if (run === null) return
      void start(
        run,
        run.failures.map(({ target }) => target),
      )
    },
    close: () => setRun(null),
  }
}

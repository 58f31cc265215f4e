import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CollectOptions } from './collect-matching.ts'
import { runAll, type Failure, type Target } from './run-all.ts'

export interface BulkAction {
  /** What is done, said while it is under way. */
  title: string
  act: (target: Target) => Promise<unknown>
}

/** For whom. They may have to be found first. */
export interface Chosen {
  count: number
  collect: (how: CollectOptions) => Promise<readonly Target[]>
}

export interface BulkRun extends BulkAction {
  total: number
  /** How many were found, and of how many it has been done. */
  found: number
  done: number
  failures: Failure[]
  state: 'gathering' | 'running' | 'stopped' | 'finished'
  /** Why they could not be found. */
  error: unknown
}

export const isUnderWay = (run: BulkRun | null): boolean =>
  run?.state === 'gathering' || run?.state === 'running'

const beginning = { found: 0, done: 0, failures: [], state: 'gathering', error: null } as const

/** One change asked for many companies, from this page. */
export function useBulk(accountId: number) {
  const queries = useQueryClient()
  const [run, setRun] = useState<BulkRun | null>(null)
  const controller = useRef<AbortController>(null)
  const again = useRef<() => void>(null)
  useLeaveWarning(isUnderWay(run))
  useEffect(() => () => controller.current?.abort(), [])

  const update = (change: (now: BulkRun) => Partial<BulkRun>) =>
    setRun((now) => (now === null ? null : { ...now, ...change(now) }))

  async function start(action: BulkAction, chosen: Chosen) {
    const { signal } = (controller.current = new AbortController())
    again.current = () => void start(action, chosen)
    setRun({ ...action, ...beginning, failures: [], total: chosen.count })
    try {
      const targets = await chosen.collect({ signal, onFound: (found) => update(() => ({ found })) })
      update(() => ({ total: targets.length, state: 'running' }))
      const onDone = (failure: Failure | null) =>
        update(({ done, failures }) => ({
          done: done + 1,
          failures: failure === null ? failures : [...failures, failure],
        }))
      await runAll(targets, { act: action.act, signal, onDone })
      update(() => ({ state: signal.aborted ? 'stopped' : 'finished' }))
    } catch (error) {
      update(() => ({ state: 'stopped', error: signal.aborted ? null : error }))
    }
    for (const noun of ['thirdparties', 'thirdparty', 'dossiers', 'statistics'] as const) {
      void queries.invalidateQueries({ queryKey: [noun, accountId] })
    }
  }

  return {
    run,
    start: (action: BulkAction, chosen: Chosen) => void start(action, chosen),
    stop: () => controller.current?.abort(),
    /** From the beginning, when they could not be found. */
    again: () => again.current?.(),
    retry: () => {
      if (run === null) return
      const failed = run.failures.map(({ target }) => target)
      void start(run, { count: failed.length, collect: async () => failed })
    },
    close: () => setRun(null),
  }
}

/** Whoever leaves the page leaves the rest undone. */
function useLeaveWarning(isRunning: boolean) {
  const { t } = useTranslation()
  useBlocker({
    shouldBlockFn: () => !window.confirm(t('portfolio.bulk.leave')),
    enableBeforeUnload: true,
    disabled: !isRunning,
  })
}

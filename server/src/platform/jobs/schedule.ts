import { parseCronItems, type ParsedCronItem } from 'graphile-worker'
import type { TaskName, Tasks } from './tasks.ts'

/** A task the clock starts. Any number of schedulers may hold the same item: each due moment fires once. */
export type ScheduleItem = {
  [T in TaskName]: {
    readonly task: T
    readonly payload: Tasks[T]
    /** Five fields of cron, in UTC. */
    readonly pattern: string
    /** After a pause of the service, what fell due within this time is made up for, by one run. */
    readonly catchUpMs: number
  }
}[TaskName]

export function cronItems(schedule: readonly ScheduleItem[]): ParsedCronItem[] {
  return parseCronItems(
    schedule.map(({ task, payload, pattern, catchUpMs }) => ({
      task,
      match: pattern,
      identifier: task,
      payload: { ...payload },
      // One key a task: a run that is still waiting is replaced, so missed ones do not pile up.
      options: { backfillPeriod: catchUpMs, jobKey: `schedule:${task}`, jobKeyMode: 'replace' as const },
    })),
  )
}

const minuteMs = 60_000

/** Whether a worker that starts now would make up for a moment of this item that nobody served. */
export function fallsDue(item: ScheduleItem, last: Date, now: Date): boolean {
  const [parsed] = cronItems([item])
  const from = Math.max(last.getTime(), now.getTime() - item.catchUpMs)
  for (let at = Math.floor(from / minuteMs + 1) * minuteMs; at <= now.getTime(); at += minuteMs) {
    const moment = new Date(at)
    const fits = parsed?.match({
      min: moment.getUTCMinutes(),
      hour: moment.getUTCHours(),
      date: moment.getUTCDate(),
      month: moment.getUTCMonth() + 1,
      dow: moment.getUTCDay(),
    })
    if (fits) return true
  }
  return false
}

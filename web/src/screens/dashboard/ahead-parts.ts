import type { ChartColor } from '../../ui/charts/chart-colors.ts'
import type { Statistics } from './dashboard.queries.ts'

type Horizon = Statistics['ahead'][number]

export const reasons = ['DOSSIER_EXPIRES', 'ANSWER_EXPIRES', 'GRACE_ENDS', 'DUE_DATE_PASSES'] as const
export type Reason = (typeof reasons)[number]

export const reasonColors: Record<Reason, ChartColor> = {
  DOSSIER_EXPIRES: 'third',
  ANSWER_EXPIRES: 'info',
  GRACE_ENDS: 'bad',
  DUE_DATE_PASSES: 'warning',
}

export const sumOfReasons = (horizon: Horizon): number =>
  reasons.reduce((sum, reason) => sum + horizon[reason], 0)

/** Horizons count from today; their differences are stretches of their own. */
export function rangesBetween(ahead: readonly Horizon[]): Horizon[] {
  return ahead.map((horizon, index) => {
    const before = ahead[index - 1]
    if (before === undefined) return horizon
    const own = reasons.map((reason) => [reason, horizon[reason] - before[reason]])
    return { ...horizon, ...(Object.fromEntries(own) as Record<Reason, number>) }
  })
}

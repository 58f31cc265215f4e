import type { ScreeningSettings } from '../../parts/screening/screening.queries.ts'

/** The settings as people fill them in: scores in percent, and what can be switched off beside its value. */
export interface FormValues {
  readonly threshold: number | null
  readonly maxListAgeDays: number | null
  readonly screensContacts: boolean
  readonly hasSecondPerson: boolean
  readonly secondPersonFrom: number | null
  readonly clearanceEnds: boolean
  readonly clearanceMonths: number | null
  readonly readersSeeHits: boolean
}

const usualSecondPerson = 90
const usualMonths = 12
// A share such as 0.845 times 100 is not quite a round number.
const inPercent = (share: number) => Math.round(share * 1000) / 10

export function formOf(saved: ScreeningSettings): FormValues {
  const { secondPersonFrom, clearanceMonths } = saved
  return {
    threshold: inPercent(saved.threshold),
    maxListAgeDays: saved.maxListAgeDays,
    screensContacts: saved.screensContacts,
    hasSecondPerson: secondPersonFrom !== null,
    secondPersonFrom: secondPersonFrom === null ? usualSecondPerson : inPercent(secondPersonFrom),
    clearanceEnds: clearanceMonths !== null,
    clearanceMonths: clearanceMonths ?? usualMonths,
    readersSeeHits: saved.readersSeeHits,
  }
}

const isWithin = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most

export function isSound(values: FormValues): boolean {
  const { threshold, maxListAgeDays, hasSecondPerson, secondPersonFrom, clearanceEnds } = values
  return (
    isWithin(threshold, 60, 100) &&
    isWithin(maxListAgeDays, 1, 366) &&
    (!hasSecondPerson || isWithin(secondPersonFrom, 60, 100)) &&
    (!clearanceEnds || isWithin(values.clearanceMonths, 1, 120))
  )
}

/** Only what differs from what is saved: the rest keeps what the engine or somebody else has set. */
export function changesOf(saved: ScreeningSettings, values: FormValues): Partial<ScreeningSettings> {
  const before = formOf(saved)
  const { screensContacts, readersSeeHits, maxListAgeDays } = values
  const differs = (...names: (keyof FormValues)[]) => names.some((name) => before[name] !== values[name])
  const share = (percent: number | null) => (percent ?? 0) / 100
  return {
    ...(differs('threshold') && { threshold: share(values.threshold) }),
    ...(differs('maxListAgeDays') && { maxListAgeDays: maxListAgeDays ?? 0 }),
    ...(differs('screensContacts') && { screensContacts }),
    ...(differs('hasSecondPerson', 'secondPersonFrom') && {
      secondPersonFrom: values.hasSecondPerson ? share(values.secondPersonFrom) : null,
    }),
    ...(differs('clearanceEnds', 'clearanceMonths') && {
      clearanceMonths: values.clearanceEnds ? values.clearanceMonths : null,
    }),
    ...(differs('readersSeeHits') && { readersSeeHits }),
  }
}

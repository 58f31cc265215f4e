import { useNavigate, useSearch } from '@tanstack/react-router'
import { severities, type FindingsFilter, type Severity } from '../../parts/findings/findings.queries.ts'
import { themes } from '../../ui/theme-label.tsx'

/** What the address of the page carries. */
export interface FindingsSearch {
  /** The one that is looked at. */
  finding?: number
  /** Open ones when absent. */
  which?: string
  severity?: string
  theme?: string
  waiting?: string
}

type Change = Partial<Record<keyof FindingsSearch, unknown>>

const from = '/account/$accountId/findings'

export function useFindingsSearch(): [FindingsSearch, (change: Change) => void] {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  // What is undefined or empty leaves the address.
  const change = (given: Change) => {
    const next = Object.entries({ ...search, ...given }).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    )
    void navigate({
      search: Object.fromEntries(next),
      replace: given.finding === undefined,
      resetScroll: false,
    })
  }
  return [search, change]
}

export const noFilter: Change = {
  which: undefined,
  severity: undefined,
  theme: undefined,
  waiting: undefined,
}

export const isNarrowed = ({ finding: _shown, ...filters }: FindingsSearch) => Object.keys(filters).length > 0

export function severitiesOf({ severity = '' }: FindingsSearch): Severity[] {
  const chosen = severity.split(',')
  return severities.filter((one) => chosen.includes(one))
}

export function filterOf(search: FindingsSearch): FindingsFilter {
  const { which, waiting } = search
  const theme = themes.find((one) => one === search.theme)
  const chosen = severitiesOf(search)
  return {
    ...(which === 'all' ? {} : { open: which !== 'closed' }),
    ...(chosen.length > 0 && { severity: chosen }),
    ...(theme !== undefined && { theme }),
    ...(waiting === 'overdue' && { overdue: true }),
    ...(waiting === 'verify' && { state: ['TO_VERIFY'] }),
  }
}

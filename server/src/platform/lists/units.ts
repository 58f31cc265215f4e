import { sql } from 'kysely'
import type { Scope } from '../kernel/index.ts'
import type { Fragment, Runs } from './list-source.ts'

type Sight = Pick<Scope, 'units'>

/**
 * Whoever sees some units says so in the statement too: the wall refuses the other rows one by one, while PostgreSQL
 * plans with what it is told.
 */
export function unitConditions({ units }: Sight, column: Fragment): Fragment[] {
  return units === 'ALL' ? [] : [sql`${column} = any(${[...units]}::bigint[])`]
}

// Each run costs a step into the index; of more of them PostgreSQL had better choose the way.
const mostRuns = 64

/** A run of the index for each set somebody sees, with no row they may not see; null where that would be too many. */
export function unitRuns(
  { units }: Sight,
  column: Fragment,
  runsPerSet = 1,
): Required<Pick<Runs, 'values' | 'where' | 'many'>> | null {
  if (units === 'ALL' || units.length * runsPerSet > mostRuns) return null
  return {
    values: sql`unnest(${[...units]}::bigint[]) with ordinality seen (unit_set_id, nth)`,
    where: sql`${column} = seen.unit_set_id`,
    many: { count: units.length, number: sql`seen.nth` },
  }
}

import type { Day } from './days.ts'
import type { GivenCompany, Notice, Standing } from './facts.ts'

const active: Standing = { status: 'ACTIVE', detail: null, since: null }
const gravity = ['ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF']

/**
 * Where a company stands on a day: by the register it was added from, or by the gazette where that says worse. What a
 * notice took back or put right counts no more.
 */
export function standingOn(company: GivenCompany, day: Day): Standing {
  const printed = company.notices.filter(({ on }) => on <= day)
  const undone = new Set(printed.map(({ cancels, corrects }) => cancels ?? corrects))
  const standing = printed.filter(({ key, cancels }) => cancels === undefined && !undone.has(key))
  const told = announced(standing, company.soleTrader && company.registered.status === 'ACTIVE')
  const isWorse = gravity.indexOf(told.status) > gravity.indexOf(company.registered.status)
  return isWorse ? told : company.registered
}

function announced(standing: readonly Notice[], tradesOn: boolean): Standing {
  const procedure = openProcedure(standing)
  const turn = standing.filter(({ kind }) => kind === 'CESSATION' || kind === 'CREATION').at(-1)
  if (turn?.kind === 'CESSATION' && !tradesOn) {
    return { status: 'STRUCK_OFF', detail: procedure?.detail ?? 'CEASED', since: turn.on }
  }
  return procedure ?? active
}

/** It dates from the first judgment that named the present state. */
function openProcedure(standing: readonly Notice[]): Standing | null {
  let open = null as Standing | null
  for (const { state, on } of standing) {
    if (state === undefined) continue
    if (state === 'NONE') open = null
    else if (open?.detail !== state) open = { status: 'IN_COLLECTIVE_PROCEDURE', detail: state, since: on }
  }
  return open
}

import { Counter, type Registry } from 'prom-client'
import type { SecurityLog } from '../../platform/kernel/index.ts'

interface SecurityLogOptions {
  /** Takes one line, whatever becomes of it; without it events are counted alone. */
  readonly write: ((line: string) => void) | null
  readonly process: string
  readonly registry?: Registry
}

/** Counts each line, by its event and the cause it names: both come from lists of ours. */
export function createSecurityLog({ write, process, registry }: SecurityLogOptions): SecurityLog {
  const counter = new Counter({
    name: 'vigie_security_events_total',
    help: 'Lines of the security log, by event and by the cause of a refusal',
    labelNames: ['event', 'cause'],
    registers: registry ? [registry] : [],
  })
  return (event, { accountId, ...ids }, origin) => {
    const { cause } = ids
    counter.inc({ event, cause: typeof cause === 'string' ? cause : '' })
    const account = accountId === undefined ? {} : { account: accountId }
    const about = { time: new Date().toISOString(), level: 'info', process, log: 'security', event }
    write?.(`${JSON.stringify({ ...about, ...account, ...ids, ...origin, msg: event })}\n`)
  }
}

import { formatDate } from '../../../platform/kernel/index.ts'
import type { AnnouncedStatus, Announcement } from './announcement.ts'

export interface StatusContext {
  readonly now: Date
  /** A person trading alone who is active in the register was struck off from one trade only. */
  readonly activeSoleTrader?: boolean
}

const expiryYears = 10

/**
 * Where a company stands by its announcements alone. Judgments that say nothing of the procedure (a date moved,
 * a ban on managing) leave it as it was; being struck off outweighs a procedure, whose name stays as detail.
 */
export function statusFromAnnouncements(
  announcements: readonly Announcement[],
  { now, activeSoleTrader = false }: StatusContext,
): AnnouncedStatus {
  const inForce = withoutWithdrawn(announcements).toSorted(byTime)
  const open = openProcedure(inForce, now)
  const struckOff = activeSoleTrader ? undefined : strikingOff(inForce)
  if (struckOff) {
    const statusDetail = open?.procedure?.state ?? 'CEASED'
    return { status: 'STRUCK_OFF', statusDetail, statusSince: struckOff.effectiveOn }
  }
  if (!open) return { status: 'ACTIVE', statusDetail: null, statusSince: null }
  return {
    status: 'IN_COLLECTIVE_PROCEDURE',
    statusDetail: open.procedure?.state ?? null,
    statusSince: open.effectiveOn,
  }
}

/** What is left once cancellations and corrections have had their way. */
function withoutWithdrawn(announcements: readonly Announcement[]): Announcement[] {
  const byKey = new Map(announcements.map((announcement) => [announcement.key, announcement]))
  const all = [...byKey.values()]
  const withdrawn = new Set(all.flatMap(({ previousKey }) => previousKey ?? []))
  return all.filter(({ key, notice }) => notice !== 'CANCELLATION' && !withdrawn.has(key))
}

function byTime(a: Announcement, b: Announcement): number {
  const order = (one: Announcement) => `${one.effectiveOn} ${one.publishedOn} ${one.key}`
  return order(a) < order(b) ? -1 : 1
}

/** The judgment since which the procedure has stood where it stands now. */
function openProcedure(inForce: readonly Announcement[], now: Date): Announcement | undefined {
  const telling = inForce.filter(({ procedure }) => procedure !== null && procedure.state !== null)
  const latest = telling.at(-1)
  const state = latest?.procedure?.state
  if (!latest || state === 'NONE') return undefined
  const oldest = new Date(now)
  oldest.setUTCFullYear(oldest.getUTCFullYear() - expiryYears)
  if (latest.effectiveOn < formatDate(oldest)) return undefined
  const before = telling.findLastIndex(({ procedure }) => procedure?.state !== state)
  return telling[before + 1]
}

/** A company entered anew after it was struck off lives on; only the days of publication tell which came last. */
function strikingOff(inForce: readonly Announcement[]): Announcement | undefined {
  const turns = inForce.filter(({ kind }) => kind === 'CESSATION' || kind === 'CREATION')
  const last = turns.toSorted((a, b) => (publicationOrder(a) < publicationOrder(b) ? -1 : 1)).at(-1)
  return last?.kind === 'CESSATION' ? last : undefined
}

// On one and the same day the new entry comes after the end of the old one.
function publicationOrder({ publishedOn, kind }: Announcement): string {
  return `${publishedOn} ${kind === 'CREATION' ? 1 : 0}`
}

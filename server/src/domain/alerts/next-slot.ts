/** By which ways an alert reaches somebody besides the page; as the database numbers them. */
export const channels = ['PAGE', 'WEEKLY', 'DAILY', 'AT_ONCE'] as const
export type Channel = (typeof channels)[number]
export type MailedChannel = Exclude<Channel, 'PAGE'>

export const channelCode = (channel: Channel): number => channels.indexOf(channel)
export const channelOf = (code: number): Channel => channels[code] ?? 'PAGE'

export interface Rhythm {
  readonly timeZone: string
  /** The hour of the day at which digests come. */
  readonly digestHour: number
  /** 1 is Monday. */
  readonly digestWeekday: number
  /** No mail from this hour on until the other; null for none. */
  readonly quiet: { readonly from: number; readonly until: number } | null
}

export const defaultRhythm: Rhythm = {
  timeZone: 'Europe/Paris',
  digestHour: 7,
  digestWeekday: 1,
  quiet: null,
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** What happens within a minute comes together. */
const gatherMs = minuteMs
/** A busy day sends no more than this. */
const apartMs = 10 * minuteMs

/** When the next mail is due for something found `now`. */
export function nextSlot(channel: MailedChannel, rhythm: Rhythm, now: Date, sentAt: Date | null): Date {
  if (channel === 'AT_ONCE') {
    const earliest = Math.max(now.getTime() + gatherMs, sentAt ? sentAt.getTime() + apartMs : 0)
    return afterQuiet(rhythm, new Date(earliest))
  }
  const { digestHour, digestWeekday, timeZone } = rhythm
  const isDay = (at: LocalTime) => channel === 'DAILY' || at.weekday === digestWeekday
  const digest = nextHour(timeZone, now, (at) => at.hour === digestHour && isDay(at))
  return afterQuiet(rhythm, digest)
}

export function isTimeZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

interface LocalTime {
  readonly hour: number
  readonly weekday: number
}

/** The first moment of a quiet-free hour; itself when it is in none. */
function afterQuiet({ quiet, timeZone }: Rhythm, at: Date): Date {
  if (!quiet || quiet.from === quiet.until) return at
  const isQuiet = ({ hour }: LocalTime) =>
    quiet.from < quiet.until
      ? hour >= quiet.from && hour < quiet.until
      : hour >= quiet.from || hour < quiet.until
  return isQuiet(localTime(timeZone, at)) ? nextHour(timeZone, at, (local) => !isQuiet(local)) : at
}

/**
 * The beginning of the next hour that fits, after `from`. Asked quarter by quarter, because zones are a quarter or a half
 * off and the hour may be skipped or repeated: where the clocks leave an hour out, the next one of that day stands for it.
 */
function nextHour(timeZone: string, from: Date, fits: (at: LocalTime) => boolean): Date {
  const quarter = 15 * minuteMs
  let at = new Date(Math.floor(from.getTime() / quarter) * quarter)
  let before = localTime(timeZone, at)
  const mostQuarters = 8 * 24 * 4 + 8
  for (let i = 0; i < mostQuarters; i += 1) {
    at = new Date(at.getTime() + quarter)
    const local = localTime(timeZone, at)
    const isSkipped = (local.hour - before.hour + 24) % 24 === 2 && fits({ ...local, hour: local.hour - 1 })
    if (local.hour !== before.hour && (fits(local) || isSkipped)) return at
    before = local
  }
  return new Date(from.getTime() + 24 * hourMs)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      hourCycle: 'h23',
      weekday: 'short',
    })
    clocks.set(timeZone, clock)
  }
  return clock
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function localTime(timeZone: string, at: Date): LocalTime {
  const parts = clockOf(timeZone).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return { hour: Number(part('hour')), weekday: weekdays.indexOf(part('weekday')) + 1 }
}

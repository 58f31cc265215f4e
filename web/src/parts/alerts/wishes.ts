import type { Answer } from '../../api/index.ts'

export type AlertSettings = Answer<'getAlertSettings'>
export type Subscription = AlertSettings['subscriptions'][number]
export type Reach = Subscription['reach']
export type Channel = Subscription['channel']

/** As the API names them, the gravest first. */
export const alertKinds = [
  'PROCEDURE',
  'STRUCK_OFF',
  'DOSSIER_INVALID',
  'LIST_HIT',
  'BANK_CHANGED',
  'DOSSIER_STATUS',
  'ANSWER_TO_REVIEW',
  'PIECE_EXPIRED',
  'OVERDUE',
  'RATING_LOST',
  'CONTACT_UNREACHABLE',
  'OWNERSHIP',
  'PROVIDER_SILENT',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** From the slowest to the quickest. */
export const channels = ['PAGE', 'WEEKLY', 'DAILY', 'AT_ONCE'] as const satisfies readonly Channel[]

/** Whose companies: what somebody answers for, follows, either, or all that they see. */
export const rowReaches = ['MINE', 'FOLLOWED', 'BOTH', 'ALL'] as const
export type RowReach = (typeof rowReaches)[number]

export interface Row {
  readonly channel: Channel | 'OFF'
  readonly reach: RowReach
}

/** Subscriptions as a person thinks of them: one line for each kind, and what does not fit into that. */
export interface Wishes {
  readonly rows: Readonly<Record<AlertKind, Row>>
  readonly others: readonly Subscription[]
}

/** That something is in somebody's care is told to that one alone, whatever else they want to hear of. */
export const isOwn = (kind: AlertKind) => kind === 'OWNERSHIP'

type Speeds = Partial<Record<Reach, Channel>>

const quicker = (one: Channel, other: Channel | undefined) =>
  other === undefined || channels.indexOf(one) > channels.indexOf(other)

function speedsOf(kind: AlertKind, plain: readonly Subscription[]): Speeds {
  const speeds: Speeds = {}
  for (const { kinds, reach, channel } of plain) {
    if (isOwn(kind) && reach !== 'MINE') continue
    if ((kinds.length === 0 || kinds.includes(kind)) && quicker(channel, speeds[reach]))
      speeds[reach] = channel
  }
  return speeds
}

/** The widest reach; what is quicker for fewer companies is told apart. */
function rowOf({ MINE, FOLLOWED, ALL }: Speeds): Row {
  if (ALL !== undefined) return { channel: ALL, reach: 'ALL' }
  if (MINE !== undefined && FOLLOWED !== undefined)
    return { channel: quicker(MINE, FOLLOWED) ? FOLLOWED : MINE, reach: 'BOTH' }
  if (MINE !== undefined) return { channel: MINE, reach: 'MINE' }
  return FOLLOWED === undefined ? { channel: 'OFF', reach: 'BOTH' } : { channel: FOLLOWED, reach: 'FOLLOWED' }
}

/** Kinds by reach and channel: each pair is one subscription. */
class Groups {
  readonly kindsOf = new Map<string, { reach: Reach; channel: Channel; kinds: AlertKind[] }>()

  add(reach: Reach, channel: Channel, kind: AlertKind): void {
    const key = `${reach} ${channel}`
    const group = this.kindsOf.get(key) ?? { reach, channel, kinds: [] }
    group.kinds.push(kind)
    this.kindsOf.set(key, group)
  }

  toSubscriptions(): Subscription[] {
    return [...this.kindsOf.values()].map(({ reach, channel, kinds }) => {
      // Nothing named is everything, also what may be added one day.
      const isAll = alertKinds.every((kind) => kinds.includes(kind) || (reach !== 'MINE' && isOwn(kind)))
      return { kinds: isAll ? [] : kinds, themes: [], minCriticality: null, reach, channel }
    })
  }
}

const isPlain = ({ themes, minCriticality }: Subscription) => themes.length === 0 && minCriticality === null

/** The same wishes line by line; nothing is told more, less or by another way. */
export function readWishes(subscriptions: readonly Subscription[]): Wishes {
  const plain = subscriptions.filter(isPlain)
  const apart = new Groups()
  const rows = Object.fromEntries(
    alertKinds.map((kind) => {
      const speeds = speedsOf(kind, plain)
      const row = rowOf(speeds)
      for (const reach of ['MINE', 'FOLLOWED'] as const) {
        const speed = speeds[reach]
        if (speed !== undefined && row.channel !== 'OFF' && quicker(speed, row.channel))
          apart.add(reach, speed, kind)
      }
      return [kind, row]
    }),
  ) as Record<AlertKind, Row>
  const limited = subscriptions.filter((one) => !isPlain(one))
  return { rows, others: [...apart.toSubscriptions(), ...limited] }
}

const reachesOf = (kind: AlertKind, reach: RowReach): Reach[] => {
  if (isOwn(kind)) return ['MINE']
  return reach === 'BOTH' ? ['MINE', 'FOLLOWED'] : [reach]
}

export function writeWishes({ rows, others }: Wishes): Subscription[] {
  const groups = new Groups()
  for (const kind of alertKinds) {
    const { channel, reach } = rows[kind]
    if (channel !== 'OFF') for (const one of reachesOf(kind, reach)) groups.add(one, channel, kind)
  }
  return [...groups.toSubscriptions(), ...others]
}

/** All that counts for somebody: their own, and what everybody begins with unless they ended it. */
export function countingSubscriptions(
  { defaults, defaultSubscriptions, subscriptions }: AlertSettings,
  criticalities: readonly string[],
): Subscription[] {
  const [first] = criticalities
  const usual = defaultSubscriptions.flatMap(({ firstCriticality, ...one }) =>
    // Where nothing says how critical a company is, none is of the first rank.
    firstCriticality && first === undefined
      ? []
      : [{ ...one, themes: [], minCriticality: firstCriticality ? (first ?? null) : null }],
  )
  return [...(defaults ? usual : []), ...subscriptions]
}

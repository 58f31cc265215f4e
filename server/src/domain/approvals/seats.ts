/** Why somebody may decide: named by the step, asked by somebody who may, in place of somebody away, or on duty. */
export const actings = ['OWN', 'DELEGATE', 'SUBSTITUTE', 'DUTY'] as const
export type Acting = (typeof actings)[number]

export interface Need {
  readonly need: 'ANY' | 'ALL' | 'COUNT'
  /** Of COUNT only. */
  readonly count: number | null
}

/** What is known of the people around a step at one moment. */
export interface StepPeople {
  /** Whom the step names: active, and able to see the company. */
  readonly candidates: readonly number[]
  readonly duty: readonly number[]
  /** Who is away today, and who stands in for them. */
  readonly substitutes: ReadonlyMap<number, number>
  readonly delegations: readonly { readonly from: number; readonly to: number }[]
  /** Of all these, who is active and sees the company. */
  readonly acting: ReadonlySet<number>
  /** Who wrote or sent an answer of the dossier: they take no part in approving it. */
  readonly authors: ReadonlySet<number>
  readonly decisions: readonly { readonly userId: number; readonly outcome: 'APPROVED' | 'REFUSED' }[]
}

export interface Decider {
  readonly userId: number
  readonly actsAs: Acting
  readonly forUserId: number | null
}

/** One voice of a step, and everybody who can raise it. */
type Seat = readonly Decider[]

export interface Seating {
  readonly seats: readonly Seat[]
  /** The duty holder stands in, because those whom the step names are too few. */
  readonly onDuty: boolean
  /** How many more people it would take than there are; then it waits until somebody is found. */
  readonly lacking: number
}

type Links = Pick<StepPeople, 'substitutes' | 'delegations'>

/** Everybody who may act in the place of one person: whoever they asked, or who stands in for them, and so on. */
export function standIns(userId: number, links: Links, pass: (userId: number) => boolean): Decider[] {
  const found = new Map<number, Decider>([[userId, { userId, actsAs: 'OWN', forUserId: null }]])
  for (const { userId: at } of found.values()) {
    const substitute = links.substitutes.get(at)
    const next = [
      ...links.delegations
        .filter(({ from }) => from === at)
        .map(({ to }) => ({ to, actsAs: 'DELEGATE' as const })),
      ...(substitute === undefined ? [] : [{ to: substitute, actsAs: 'SUBSTITUTE' as const }]),
    ]
    for (const { to, actsAs } of next)
      if (!found.has(to) && pass(to)) found.set(to, { userId: to, actsAs, forUserId: at })
  }
  return [...found.values()]
}

/** Who can decide on a step. Nobody is left out because others cannot: what lacks people falls to the duty holder. */
export function seatPeople(need: Need, people: StepPeople): Seating {
  const mayAct = (userId: number) => people.acting.has(userId) && !people.authors.has(userId)
  const isPresent = ({ userId }: Decider) => !people.substitutes.has(userId)
  const named: Seat[] = people.candidates
    .filter((userId) => mayAct(userId))
    .map((userId) => standIns(userId, people, mayAct))
  const duty: Seat = people.duty
    .filter((userId) => mayAct(userId))
    .flatMap((userId) => standIns(userId, people, mayAct))
    .map(({ userId }) => ({ userId, actsAs: 'DUTY', forUserId: null }))
  const approvers = people.decisions.map(({ userId }) => userId)
  const able = (seats: readonly Seat[]) =>
    new Set([...approvers, ...seats.flatMap((seat) => seat.filter(isPresent).map(({ userId }) => userId))])
      .size
  const wanted = need.need === 'COUNT' ? (need.count ?? 1) : 1
  const isFilled = (seat: Seat) => seat.some((one) => isPresent(one) || approvers.includes(one.userId))
  const lacksVoice = need.need === 'ALL' && named.some((seat) => !isFilled(seat))
  if (able(named) >= wanted && !lacksVoice) return { seats: named, onDuty: false, lacking: 0 }
  const seats = lacksVoice
    ? named.map((seat) => (isFilled(seat) ? seat : [...seat, ...duty]))
    : [...named, duty].filter((seat) => seat.length > 0)
  const lacking = Math.max(
    wanted - able(seats),
    seats.some((seat) => !isFilled(seat)) && need.need === 'ALL' ? 1 : 0,
    0,
  )
  return { seats, onDuty: true, lacking }
}

/** The people who can decide now and have not, each once, by the nearest of their reasons. */
export function openDeciders({ seats }: Seating, { decisions }: Pick<StepPeople, 'decisions'>): Decider[] {
  const decided = new Set(decisions.map(({ userId }) => userId))
  const nearest = new Map<number, Decider>()
  for (const one of seats.flat()) {
    const known = nearest.get(one.userId)
    if (decided.has(one.userId)) continue
    if (!known || actings.indexOf(one.actsAs) < actings.indexOf(known.actsAs)) nearest.set(one.userId, one)
  }
  return [...nearest.values()].toSorted((a, b) => a.userId - b.userId)
}

/**
 * What the decisions so far amount to. One refusal is enough. A decision counts also after its author has left; each
 * person counts once, in however many places they stand.
 */
export function judgeStep(
  need: Need,
  { seats }: Seating,
  { decisions }: Pick<StepPeople, 'decisions'>,
): 'OPEN' | 'APPROVED' | 'REFUSED' {
  if (decisions.some(({ outcome }) => outcome === 'REFUSED')) return 'REFUSED'
  const approvers = new Set(decisions.map(({ userId }) => userId))
  if (approvers.size === 0) return 'OPEN'
  const isSettled =
    need.need === 'ALL'
      ? seats.every((seat) => seat.some(({ userId }) => approvers.has(userId)))
      : approvers.size >= (need.need === 'COUNT' ? (need.count ?? 1) : 1)
  return isSettled ? 'APPROVED' : 'OPEN'
}

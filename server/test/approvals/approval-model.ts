/** Approvals told again without a database: people are numbers, the last of them holds the duty. */
export interface ModelStep {
  readonly need: 'ANY' | 'ALL' | number
  /** Null: a role that nobody has. */
  readonly team: number | null
}

interface LiveStep extends ModelStep {
  state: string
  readonly votes: Map<number, string>
  readonly asked: [from: number, to: number][]
}

interface ModelDossier {
  readonly authors: Set<number>
  valid: boolean
  archived: boolean
  state: string
  steps: LiveStep[]
}

export const idle = (reason: string) => `refused: ${reason}`

export class ApprovalModel {
  today = 0
  readonly dossiers: ModelDossier[]
  readonly teams: Set<number>[]
  readonly suspended = new Set<number>()
  readonly away = new Map<number, { from: number; until: number; substitute: number }>()
  readonly #duty: number
  readonly #asked: readonly ModelStep[]

  constructor(people: number, teams: number, dossiers: number, asked: readonly ModelStep[]) {
    this.#duty = people - 1
    this.#asked = asked
    this.teams = Array.from({ length: teams }, () => new Set<number>())
    this.dossiers = Array.from({ length: dossiers }, () => ({
      authors: new Set<number>(),
      valid: false,
      archived: false,
      state: 'WAITING',
      steps: [],
    }))
  }

  dossier(nth: number): ModelDossier {
    return this.dossiers[nth]!
  }

  #isAway(person: number): boolean {
    const absence = this.away.get(person)
    return absence !== undefined && absence.from <= this.today && this.today <= absence.until
  }

  /** A person and whoever can act for them. */
  #voice(person: number, step: LiveStep, mayAct: (one: number) => boolean): Set<number> {
    const voice = new Set([person])
    for (const one of voice) {
      for (const [from, to] of step.asked) if (from === one && mayAct(to)) voice.add(to)
      const absence = this.#isAway(one) ? this.away.get(one) : undefined
      if (absence && mayAct(absence.substitute)) voice.add(absence.substitute)
    }
    return voice
  }

  /** Every voice that has to be heard, each with those who can raise it. */
  #voices(dossier: ModelDossier, step: LiveStep): Set<number>[] {
    const mayAct = (one: number) => !this.suspended.has(one) && !dossier.authors.has(one)
    const named = [...(step.team === null ? [] : this.teams[step.team]!)].filter(mayAct)
    const voices = named.map((one) => this.#voice(one, step, mayAct))
    const duty = mayAct(this.#duty) ? this.#voice(this.#duty, step, mayAct) : new Set<number>()
    const isHeard = (voice: Set<number>) =>
      [...voice].some((one) => !this.#isAway(one) || step.votes.has(one))
    if (step.need === 'ALL' && voices.some((voice) => !isHeard(voice)))
      return voices.map((voice) => (isHeard(voice) ? voice : new Set([...voice, ...duty])))
    const able = new Set(step.votes.keys())
    for (const voice of voices) for (const one of voice) if (!this.#isAway(one)) able.add(one)
    return able.size < (typeof step.need === 'number' ? step.need : 1) ? [...voices, duty] : voices
  }

  deciders(nth: number): number[] {
    const dossier = this.dossier(nth)
    const step = dossier.steps.find(({ state }) => state === 'OPEN')
    if (!step || dossier.archived) return []
    const people = new Set(this.#voices(dossier, step).flatMap((voice) => [...voice]))
    return [...people].filter((one) => !step.votes.has(one)).toSorted((a, b) => a - b)
  }

  #isApproved(dossier: ModelDossier, step: LiveStep): boolean {
    if (step.votes.size === 0) return false
    if (step.need !== 'ALL') return step.votes.size >= (step.need === 'ANY' ? 1 : step.need)
    return this.#voices(dossier, step)
      .filter((voice) => voice.size > 0)
      .every((voice) => [...voice].some((one) => step.votes.has(one)))
  }

  /** What happens by itself, after anything else has. */
  settle(): void {
    for (const dossier of this.dossiers) if (!dossier.archived) this.#settle(dossier)
  }

  #settle(dossier: ModelDossier): void {
    if (dossier.valid && dossier.state === 'WAITING') {
      dossier.state = 'IN_PROGRESS'
      dossier.steps = this.#asked.map((step) => ({ ...step, state: 'WAITING', votes: new Map(), asked: [] }))
    }
    if (dossier.state !== 'IN_PROGRESS') return
    for (const step of dossier.steps.filter(({ state }) => state !== 'APPROVED')) {
      step.state = 'OPEN'
      if ([...step.votes.values()].includes('REFUSED')) {
        step.state = dossier.state = 'REFUSED'
        for (const later of dossier.steps) if (later.state === 'WAITING') later.state = 'CLOSED'
        return
      }
      if (!this.#isApproved(dossier, step)) return
      step.state = 'APPROVED'
    }
    dossier.state = 'APPROVED'
  }

  restart(dossier: ModelDossier): void {
    dossier.state = 'WAITING'
    dossier.steps = []
  }

  #duties(nth: number, place: number, person: number): LiveStep | string {
    const dossier = this.dossier(nth)
    const step = dossier.steps[place]
    if (dossier.archived) return idle('DOSSIER_ARCHIVED')
    if (!step || step.state === 'WAITING') return idle('APPROVAL_STEP_NOT_OPEN')
    if (step.votes.has(person)) return idle('APPROVAL_DECIDED_ALREADY')
    if (step.state !== 'OPEN') return idle('APPROVAL_STEP_SETTLED')
    if (dossier.authors.has(person)) return idle('APPROVER_IS_SUPPLIER')
    return this.deciders(nth).includes(person) ? step : idle('APPROVAL_NOT_YOURS')
  }

  decide(nth: number, place: number, [person, outcome]: readonly [number, string]): string {
    const step = this.#duties(nth, place, person)
    if (typeof step === 'string') return step
    step.votes.set(person, outcome)
    this.settle()
    return this.dossier(nth).state
  }

  delegate(nth: number, place: number, [from, to]: readonly [number, number]): string {
    const step = this.#duties(nth, place, from)
    if (typeof step === 'string') return step
    if (from === to) return idle('DELEGATE_IS_SELF')
    if (this.dossier(nth).authors.has(to)) return idle('DELEGATE_IS_SUPPLIER')
    if (this.suspended.has(to)) return idle('DELEGATE_CANNOT_ACT')
    step.asked.push([from, to])
    this.settle()
    return this.dossier(nth).state
  }

  /** As a desk tells it. */
  told(nth: number): string {
    const { state, steps } = this.dossier(nth)
    const states = steps.length > 0 ? steps.map((step) => step.state) : this.#asked.map(() => 'WAITING')
    return [state, ...states].join(' ')
  }
}

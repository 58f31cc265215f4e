import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../harness/fixed-seed.ts'
import { rounds } from '../harness/rounds.ts'
import { Seeded } from '../hostile/seeded.ts'
import type { Person } from '../units/unit-desk.ts'
import { ApprovalModel, idle, type ModelStep } from './approval-model.ts'
import { StepDesk, stepDesk, type OpenDossier } from './step-desk.ts'

const histories = rounds(2, 30)
const acts = 30
const letters = 'ABC'

/** A small account that lives at random, beside a model of what should come of it. */
class History {
  readonly #d: StepDesk
  readonly #random: Seeded
  readonly #people: Person[] = []
  readonly #teams: number[] = []
  readonly #dossiers: OpenDossier[] = []
  readonly #answers: (number | null)[] = []
  readonly #model: ApprovalModel
  readonly #log: string[] = []
  readonly #faults: string[] = []

  private constructor(d: StepDesk, random: Seeded, asked: readonly ModelStep[]) {
    this.#d = d
    this.#random = random
    this.#model = new ApprovalModel(5, 2, 2, asked)
  }

  static async begin(d: StepDesk, random: Seeded): Promise<History> {
    const asked = Array.from({ length: 1 + random.below(3) }, () => ({
      need: random.pick(['ANY', 'ALL', 2, 3] as const),
      team: random.pick([0, 0, 1, null]),
    }))
    const history = new History(d, random, asked)
    await history.#prepare(asked)
    return history
  }

  async #prepare(asked: readonly ModelStep[]): Promise<void> {
    const d = this.#d
    for (let nth = 0; nth < 4; nth += 1) this.#people.push(await d.member('READER'))
    const holder = await d.member('READER')
    this.#people.push(holder)
    await d.must('PUT', '/duty-holder', { body: { chosen: { userId: holder.userId } } })
    for (const members of this.#model.teams.keys()) {
      this.#teams.push(await d.team(...(await this.#members(members))))
    }
    const code = await d.type(
      ...asked.map(({ need, team }) => ({
        by: team === null ? { role: 'AUDITOR' as const } : { teamId: this.#teams[team]! },
        ...(typeof need === 'number' ? { need: 'COUNT' as const, count: need } : { need }),
      })),
    )
    for (let nth = 0; nth < 2; nth += 1) {
      this.#dossiers.push(await d.opened(code))
      this.#answers.push(null)
      await this.#answer(nth)
    }
    this.#model.settle()
  }

  #person(): number {
    return this.#random.below(this.#people.length)
  }

  #active(): number {
    const active = [...this.#people.keys()].filter((one) => !this.#model.suspended.has(one))
    return this.#random.pick(active)
  }

  async #members(team: number): Promise<Person[]> {
    const chosen = [...this.#people.keys()].filter(() => this.#random.next() < 0.5)
    this.#model.teams[team] = new Set(chosen)
    return [...this.#model.teams[team]].map((one) => this.#people[one]!)
  }

  /** Where account and model differ first, with all that happened before. */
  async play(): Promise<string[]> {
    for (let nth = 0; nth < acts && this.#faults.length === 0; nth += 1) {
      await this.#act()
      this.#model.settle()
      await this.#d.jobs()
      await this.#d.run()
      await this.#compare()
    }
    return this.#faults
  }

  #same(found: unknown, expected: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
    if (one !== other) this.#faults.push([...this.#log, `${one} instead of ${other}`].join('\n'))
  }

  async #act(): Promise<void> {
    const d = this.#d
    const nth = this.#random.below(2)
    const dossier = this.#dossiers[nth]!
    const told = this.#model.dossier(nth)
    const chance = this.#random.next()
    if (chance < 0.45) return this.#decide(nth)
    if (chance < 0.55) return this.#delegate(nth)
    if (chance < 0.65) return this.#absence()
    if (chance < 0.73) {
      const team = this.#random.below(2)
      this.#log.push(`team ${team}`)
      await d.setTeam(this.#teams[team]!, await this.#members(team))
      return
    }
    if (chance < 0.78) return this.#suspend()
    if (chance < 0.82) {
      this.#log.push('a day passes')
      this.#model.today += 1
      return d.later(1)
    }
    if (chance < 0.86) return this.#restart(nth)
    if (chance < 0.88) {
      this.#log.push(`dossier ${nth} ${told.archived ? 'comes back' : 'is archived'}`)
      await d.must('POST', `/dossiers/${dossier.dossierId}/${told.archived ? 'reactivate' : 'archive'}`)
      if (told.archived) this.#model.restart(told)
      told.archived = !told.archived
      return
    }
    return this.#answer(nth)
  }

  /** Sends the answer of the dossier, or takes it back. */
  async #answer(nth: number): Promise<void> {
    const told = this.#model.dossier(nth)
    if (told.archived) return
    const responseId = this.#answers[nth]
    if (typeof responseId === 'number') {
      this.#log.push(`dossier ${nth} is not valid`)
      const body = { shareRejectionReason: false }
      await this.#d.must('POST', `/responses/${responseId}/reject`, { body })
      this.#answers[nth] = null
      told.valid = false
      return this.#model.restart(told)
    }
    const author = this.#random.next() < 0.5 ? this.#person() : null
    this.#log.push(`dossier ${nth} is valid by ${author}`)
    const by = author === null ? undefined : this.#people[author]
    this.#answers[nth] = await this.#d.complete(this.#dossiers[nth]!, by)
    if (author !== null) told.authors.add(author)
    told.valid = true
  }

  async #decide(nth: number): Promise<void> {
    const able = this.#model.deciders(nth).filter((one) => !this.#model.suspended.has(one))
    const person = able.length > 0 && this.#random.next() < 0.6 ? this.#random.pick(able) : this.#active()
    const outcome = this.#random.next() < 0.9 ? 'APPROVED' : 'REFUSED'
    const place = this.#place(nth)
    const key = `STEP_${letters[place]}`
    this.#log.push(`${person} decides on ${nth} ${key} ${outcome}`)
    const answer = await this.#d.decide(this.#dossiers[nth]!, this.#people[person]!, { key, outcome })
    this.#same(plain(answer), this.#model.decide(nth, place, [person, outcome]))
  }

  async #delegate(nth: number): Promise<void> {
    const [from, to] = [this.#active(), this.#person()]
    const place = this.#place(nth)
    this.#log.push(`${from} asks ${to} for ${nth} ${letters[place]}`)
    const people = [this.#people[from]!, this.#people[to]!] as const
    const answer = await this.#d.delegate(this.#dossiers[nth]!, ...people, `STEP_${letters[place]}`)
    this.#same(plain(answer), this.#model.delegate(nth, place, [from, to]))
  }

  /** Mostly the open step. */
  #place(nth: number): number {
    const { steps } = this.#model.dossier(nth)
    const open = steps.findIndex(({ state }) => state === 'OPEN')
    const asked = this.#model.told(nth).split(' ').length - 1
    return open >= 0 && this.#random.next() < 0.8 ? open : this.#random.below(asked)
  }

  async #absence(): Promise<void> {
    const [person, substitute] = [this.#person(), this.#active()]
    const isBack = person === substitute || this.#random.next() < 0.3
    const [from, until] = [
      this.#model.today + this.#random.below(2),
      this.#model.today + 1 + this.#random.below(3),
    ]
    this.#log.push(
      isBack ? `${person} is back` : `${person} away from ${from} to ${until}, ${substitute} for them`,
    )
    const { now } = await this.#d.must<{ now: string }>('GET', '/clock')
    const day = (nth: number) =>
      new Date(Date.parse(`${now}Z`) + (nth - this.#model.today) * 86_400_000).toISOString().slice(0, 10)
    await this.#d.away(this.#people[person]!, isBack ? null : this.#people[substitute]!, [
      day(from),
      day(until),
    ])
    if (isBack) this.#model.away.delete(person)
    else this.#model.away.set(person, { from, until, substitute })
  }

  async #suspend(): Promise<void> {
    // The duty holder stays: an administrator whom the model does not know would take over.
    const person = this.#random.below(4)
    const { suspended } = this.#model
    const active = suspended.has(person)
    this.#log.push(`${person} is ${active ? 'restored' : 'suspended'}`)
    await this.#d.must('PATCH', `/users/${this.#people[person]!.userId}`, { body: { active } })
    if (active) {
      suspended.delete(person)
      this.#people[person] = await this.#d.again(this.#people[person]!)
    } else suspended.add(person)
  }

  async #restart(nth: number): Promise<void> {
    const told = this.#model.dossier(nth)
    this.#log.push(`${nth} starts again`)
    const answer = await this.#d.ask('POST', `/dossiers/${this.#dossiers[nth]!.dossierId}/approval/restart`)
    const refusal = told.archived
      ? 'DOSSIER_ARCHIVED'
      : told.state === 'WAITING'
        ? 'APPROVAL_NOT_BEGUN'
        : undefined
    this.#same(answer.json<{ code?: string }>().code, refusal)
    if (refusal === undefined) this.#model.restart(told)
  }

  async #compare(): Promise<void> {
    for (const [nth, dossier] of this.#dossiers.entries()) {
      const shown = await this.#d.approval(dossier)
      const deciders = shown.steps.flatMap((step) => step.deciders.map(({ userId }) => userId))
      const expected = this.#model.deciders(nth).map((one) => this.#people[one]!.userId)
      this.#same([await this.#d.told(dossier), inOrder(deciders)], [this.#model.told(nth), inOrder(expected)])
    }
    // Lists show what the dossiers show.
    for (const [one, person] of this.#people.entries()) {
      if (this.#model.suspended.has(one)) continue
      const waiting = this.#dossiers.filter((_, nth) => this.#model.deciders(nth).includes(one))
      this.#same(
        inOrder(await this.#d.mine(person)),
        waiting.map(({ dossierId }) => dossierId),
      )
    }
  }
}

const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
const plain = (answer: string) => (/^\d/.test(answer) ? idle(answer.slice(4)) : answer)

describe('Approvals over random histories', () => {
  let d: StepDesk
  beforeAll(async () => {
    d = await stepDesk()
  })
  afterAll(() => d.t.close())

  test(`${histories} accounts come to what a plain model says`, { timeout: 3_600_000 }, async () => {
    for (let nth = 0; nth < histories; nth += 1) {
      const own = new StepDesk(d.t, await d.t.given.office('SANDBOX'))
      const history = await History.begin(own, new Seeded(seed + nth))
      expect(await history.play(), `seed ${seed + nth}`).toEqual([])
    }
  })
})

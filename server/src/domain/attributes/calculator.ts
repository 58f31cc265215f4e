import { AppError } from '../../platform/kernel/index.ts'
import { failureOf, type Sheet } from './calculate.ts'
import { CalculationThread, ThreadLost, type ThreadLimits } from './calculation-thread.ts'
import type { Reply } from './calculation-worker.ts'
import type { Outcome } from './expression-result.ts'
import { maxSteps, maxStepsTogether } from './expression-rules.ts'
import type { Inputs } from './expression.ts'
import { AccountQueue } from './account-queue.ts'

export interface Calculation {
  readonly accountId: number
  readonly sheet: Sheet
  readonly subjects: readonly Inputs[]
}

interface CalculatorLimits extends ThreadLimits {
  /** What a transaction may wait for, in steps and in time. */
  readonly stepsAtOnce: number
  readonly atOnceMs: number
  /** What all subjects of one calculation may take, for each of them. */
  readonly subjectMs: number
}

const defaults: CalculatorLimits = {
  maxSteps,
  maxStepsTogether,
  // A calculation of as many steps as are allowed takes a millisecond, at the very worst ten.
  evaluationMs: 2_000,
  subjectMs: 200,
  stepsAtOnce: 20_000,
  atOnceMs: 2_000,
  memoryMb: 128,
}

/** Together with `atOnceMs` still less than a transaction may be idle. */
const startMs = 6_000
/** What one turn is to take; a single subject may take longer. */
const turnMs = 5
const maxSubjectsATurn = 200
/** A quarter of the connections: each of these holds one while it waits. */
const maxWaitingAtOnce = 5
const maxWaiting = 100
/** Threads an attribute may cost before it is given up: the first time it may have been the machine that slept. */
const lossesAllowed = 1

interface Request extends Calculation {
  readonly isUrgent: boolean
  /** Of the subjects that are done. */
  readonly outcomes: Outcome[][]
  /** By place in the sheet, how many threads an attribute has cost; -1 stands for none of them. */
  readonly losses: Map<number, number>
  subjectsATurn: number
  milliseconds: number
  isOver: boolean
  readonly resolve: (outcomes: Outcome[][] | null) => void
  readonly reject: (error: AppError) => void
}

/**
 * Calculates attributes in a thread beside the one that serves everybody: in turns of a few milliseconds, the accounts one
 * after the other. The thread is started by the first calculation and kept; one that is at the same expression for too
 * long is ended and replaced.
 */
export class Calculator {
  readonly #limits: CalculatorLimits
  readonly #startThread: (limits: ThreadLimits) => CalculationThread
  readonly #queue = new AccountQueue<Request>()
  readonly #open = new Set<Request>()
  #thread: CalculationThread | null = null
  #isRunning = false

  constructor(
    limits: Partial<CalculatorLimits> = {},
    startThread = (of: ThreadLimits) => new CalculationThread(of),
  ) {
    this.#limits = { ...defaults, ...limits }
    this.#startThread = startThread
  }

  /** By subject, in the order of the sheet. A calculation that fails is an outcome; this throws when none can be made now. */
  async calculate(calculation: Calculation): Promise<Outcome[][]> {
    if (this.#queue.waiting(calculation.accountId, { isUrgent: false }) >= maxWaiting)
      throw new AppError('OVERLOADED', {})
    return (await this.#ask(calculation, false)) ?? []
  }

  /** For a transaction that waits: null when it could take too long, or does. It is for a job then. */
  async calculateAtOnce(calculation: Calculation): Promise<Outcome[][] | null> {
    const isCrowded = this.#queue.waiting(calculation.accountId, { isUrgent: true }) >= maxWaitingAtOnce
    return isCrowded ? null : this.#ask(calculation, true)
  }

  /** What is under way is given up; a later calculation starts a thread again. */
  async stop(): Promise<void> {
    for (const request of this.#open) this.#giveUp(request)
    const thread = this.#thread
    this.#thread = null
    await thread?.stop()
  }

  async #ask(calculation: Calculation, isUrgent: boolean): Promise<Outcome[][] | null> {
    let late: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve, reject) => {
        const request: Request = {
          ...calculation,
          isUrgent,
          outcomes: [],
          losses: new Map(),
          subjectsATurn: isUrgent ? calculation.subjects.length : 1,
          milliseconds: 0,
          isOver: false,
          resolve,
          reject,
        }
        const { atOnceMs } = this.#limits
        const abandon = () => this.#giveUp(request)
        // A thread that has just been made is waited for longer: it is the same for whoever comes next.
        const decide = () => (this.#thread?.isStarting ? (late = setTimeout(abandon, startMs)) : abandon())
        if (isUrgent) late = setTimeout(decide, atOnceMs)
        this.#open.add(request)
        this.#queue.add(request)
        void this.#run()
      })
    } finally {
      clearTimeout(late)
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let request = this.#queue.take(); request; request = this.#queue.take()) {
      if (!request.isOver) await this.#takeTurn(request)
    }
    this.#isRunning = false
  }

  async #takeTurn(request: Request): Promise<void> {
    const { sheet, subjects, outcomes, isUrgent, losses } = request
    const from = outcomes.length
    const given = [...losses].filter(([, count]) => count > lossesAllowed)
    const work = {
      sheet,
      subjects: subjects.slice(from, from + request.subjectsATurn),
      givenUp: given.map(([nth]) => nth),
      mostSteps: isUrgent ? this.#limits.stepsAtOnce : Infinity,
    }
    try {
      this.#thread ??= this.#startThread(this.#limits)
      this.#receive(request, await this.#thread.run(work))
    } catch (error) {
      this.#thread = null
      if (error instanceof ThreadLost) this.#countLoss(request, error.nth)
      else this.#giveUp(request)
    }
  }

  #receive(request: Request, reply: Reply): void {
    const { subjects, outcomes, sheet } = request
    if (reply.outcomes === null) return this.#settle(request, null)
    outcomes.push(...reply.outcomes)
    request.milliseconds += reply.milliseconds
    const perSubject = Math.max(reply.milliseconds / Math.max(reply.outcomes.length, 1), 0.001)
    request.subjectsATurn = Math.min(Math.max(Math.floor(turnMs / perSubject), 1), maxSubjectsATurn)
    if (request.milliseconds > subjects.length * this.#limits.subjectMs + this.#limits.evaluationMs) {
      const rest = subjects.slice(outcomes.length)
      outcomes.push(...rest.map(() => sheet.calculated.map(() => failureOf('OUT_OF_TIME'))))
    }
    if (outcomes.length === subjects.length) this.#settle(request, outcomes)
    else this.#queue.putBack(request)
  }

  /** The turn is taken again, without the attribute that cost a thread for the second time. */
  #countLoss(request: Request, nth: number): void {
    const count = (request.losses.get(nth) ?? 0) + 1
    request.losses.set(nth, count)
    request.subjectsATurn = 1
    if (nth === -1 && count > lossesAllowed) this.#giveUp(request)
    else this.#queue.putBack(request)
  }

  #giveUp(request: Request): void {
    if (request.isUrgent) this.#settle(request, null)
    else request.reject(new AppError('OVERLOADED', {}))
    this.#close(request)
  }

  #settle(request: Request, outcomes: Outcome[][] | null): void {
    request.resolve(outcomes)
    this.#close(request)
  }

  #close(request: Request): void {
    request.isOver = true
    this.#open.delete(request)
  }
}

/** One for the whole process: the thread is shared, and so are the turns. */
export const calculator = new Calculator()

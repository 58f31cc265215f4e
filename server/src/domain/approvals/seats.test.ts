import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSkipped } from './advance-approval.ts'
import { judgeStep, openDeciders, seatPeople, type Need, type StepPeople } from './seats.ts'

const any: Need = { need: 'ANY', count: null }
const all: Need = { need: 'ALL', count: null }
const of = (count: number): Need => ({ need: 'COUNT', count })

interface Scene {
  candidates?: number[]
  duty?: number[]
  away?: [number, number][]
  delegations?: [number, number][]
  cannotAct?: number[]
  authors?: number[]
  approved?: number[]
  refused?: number[]
}

/** People from 1 to 9; all of them can act unless said otherwise. */
const scene = (given: Scene): StepPeople => {
  const { candidates = [], duty = [9], cannotAct = [], approved = [], refused = [] } = given
  const acting = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((one) => !cannotAct.includes(one))
  return {
    candidates: candidates.filter((one) => acting.includes(one)),
    duty,
    substitutes: new Map(given.away ?? []),
    delegations: (given.delegations ?? []).map(([from, to]) => ({ from, to })),
    acting: new Set(acting),
    authors: new Set(given.authors ?? []),
    decisions: [
      ...approved.map((userId) => ({ userId, outcome: 'APPROVED' as const })),
      ...refused.map((userId) => ({ userId, outcome: 'REFUSED' as const })),
    ],
  }
}

/** Who can decide, whether the duty holder stands in, how many lack, and what the step is. */
const outcome = (need: Need, given: Scene): string => {
  const people = scene(given)
  const seating = seatPeople(need, people)
  const deciders = openDeciders(seating, people).map(({ userId }) => userId)
  const marks = [seating.onDuty ? ' on duty' : '', seating.lacking > 0 ? ` lacking ${seating.lacking}` : '']
  return `${deciders.join()}${marks.join('')}: ${judgeStep(need, seating, people)}`
}

describe('Who can decide on a step, and when it is settled', () => {
  test.each<[name: string, need: Need, given: Scene, expected: string]>([
    ['any of three', any, { candidates: [1, 2, 3] }, '1,2,3: OPEN'],
    ['any of three, one approved', any, { candidates: [1, 2, 3], approved: [2] }, '1,3: APPROVED'],
    ['one refusal is enough', of(2), { candidates: [1, 2, 3], approved: [1], refused: [2] }, '3: REFUSED'],
    ['all of two, one approved', all, { candidates: [1, 2], approved: [1] }, '2: OPEN'],
    ['all of two approved', all, { candidates: [1, 2], approved: [1, 2] }, ': APPROVED'],
    ['the other of two has left', all, { candidates: [1], approved: [1] }, ': APPROVED'],
    ['who approved has left, too', all, { candidates: [], approved: [1] }, ': APPROVED'],
    ['two of three', of(2), { candidates: [1, 2, 3], approved: [3] }, '1,2: OPEN'],
    ['a voice counts after its author left', of(2), { candidates: [2], approved: [1] }, '2: OPEN'],
    ['two are asked and one is there', of(2), { candidates: [1] }, '1,9 on duty: OPEN'],
    ['three are asked and two are there', of(3), { candidates: [1] }, '1,9 on duty lacking 1: OPEN'],
    ['nobody is there', any, {}, '9 on duty: OPEN'],
    ['nobody at all', any, { duty: [] }, ' on duty lacking 1: OPEN'],
    ['all of nobody, the duty holder approved', all, { approved: [9] }, ': APPROVED'],
    ['an author does not decide', any, { candidates: [1, 2], authors: [1] }, '2: OPEN'],
    ['only authors', all, { candidates: [1, 2], authors: [1, 2] }, '9 on duty: OPEN'],
    ['the duty holder is an author, too', any, { authors: [9] }, ' on duty lacking 1: OPEN'],
    ['a substitute decides for whoever is away', all, { candidates: [1, 2], away: [[1, 3]] }, '1,2,3: OPEN'],
    ['and is enough', all, { candidates: [1, 2], away: [[1, 3]], approved: [2, 3] }, '1: APPROVED'],
    [
      'one person is one voice',
      of(2),
      { candidates: [1, 2], away: [[1, 2]], approved: [2] },
      '1,9 on duty: OPEN',
    ],
    [
      'a substitute who is away has one, too',
      any,
      {
        candidates: [1],
        away: [
          [1, 2],
          [2, 3],
        ],
      },
      '1,2,3: OPEN',
    ],
    [
      'two away for one another',
      any,
      {
        candidates: [1, 2],
        away: [
          [1, 2],
          [2, 1],
        ],
      },
      '1,2,9 on duty: OPEN',
    ],
    [
      'a substitute who cannot act',
      any,
      { candidates: [1], away: [[1, 2]], cannotAct: [2] },
      '1,9 on duty: OPEN',
    ],
    [
      'one of all away without help',
      all,
      { candidates: [1, 2], away: [[1, 3]], cannotAct: [3] },
      '1,2,9 on duty: OPEN',
    ],
    [
      'a substitute who is an author',
      any,
      { candidates: [1], away: [[1, 2]], authors: [2] },
      '1,9 on duty: OPEN',
    ],
    ['a delegate decides beside who asked', all, { candidates: [1], delegations: [[1, 4]] }, '1,4: OPEN'],
    ['for them', all, { candidates: [1], delegations: [[1, 4]], approved: [4] }, '1: APPROVED'],
    [
      'an author hands on nothing',
      any,
      { candidates: [1, 2], authors: [1], delegations: [[1, 4]] },
      '2: OPEN',
    ],
    [
      'delegates in a circle',
      any,
      {
        candidates: [1],
        delegations: [
          [1, 4],
          [4, 1],
        ],
      },
      '1,4: OPEN',
    ],
  ])('The right people decide: %s', (...[, need, given, expected]) => {
    expect(outcome(need, given)).toBe(expected)
  })

  test('Whoever stands in somewhere and is named, too, decides as themselves', () => {
    const people = scene({ candidates: [1, 2], away: [[1, 2]], delegations: [[2, 3]] })
    expect(openDeciders(seatPeople(all, people), people)).toEqual([
      { userId: 1, actsAs: 'OWN', forUserId: null },
      { userId: 2, actsAs: 'OWN', forUserId: null },
      { userId: 3, actsAs: 'DELEGATE', forUserId: 2 },
    ])
  })
})

const person = fc.integer({ min: 1, max: 9 })
const someone = fc.uniqueArray(person, { maxLength: 4 })
const pairs = fc.uniqueArray(
  fc.tuple(person, person).filter(([one, other]) => one !== other),
  { maxLength: 4, selector: ([from]) => from },
)
const scenes = fc.record({
  candidates: someone,
  duty: someone,
  away: pairs,
  delegations: pairs,
  cannotAct: someone,
  authors: someone,
  approved: someone,
})
const needs = fc.oneof(fc.constant(any), fc.constant(all), fc.integer({ min: 1, max: 4 }).map(of))

describe('Whatever people there are', () => {
  test('Nobody decides who cannot act, has decided, or wrote an answer', () => {
    fc.assert(
      fc.property(scenes, needs, (given, need) => {
        const people = scene(given)
        for (const { userId } of openDeciders(seatPeople(need, people), people)) {
          expect(people.acting.has(userId) && !people.authors.has(userId)).toBe(true)
          expect(given.approved).not.toContain(userId)
        }
      }),
    )
  })

  test('A step is settled by those who can decide, or says that somebody is lacking', () => {
    fc.assert(
      fc.property(scenes, needs, (given, need) => {
        // Everybody who can decide approves, and others may then be able to.
        let approved = given.approved
        for (let nth = 0; nth < 10; nth += 1) {
          const people = scene({ ...given, approved })
          const seating = seatPeople(need, people)
          const verdict = judgeStep(need, seating, people)
          if (verdict === 'APPROVED') return
          const deciders = openDeciders(seating, people).map(({ userId }) => userId)
          if (deciders.length === 0) {
            expect(seating.lacking).toBeGreaterThan(0)
            return
          }
          approved = [...approved, ...deciders]
        }
        throw new Error('Deciders came without end.')
      }),
    )
  })

  test('Somebody who leaves never makes a settled step open again, but for the voice they leave to others', () => {
    fc.assert(
      fc.property(scenes, needs, person, (given, need, leaver) => {
        const before = scene(given)
        if (judgeStep(need, seatPeople(need, before), before) !== 'APPROVED') return
        const isNeeded = given.away.flat().includes(leaver) || given.delegations.flat().includes(leaver)
        if (isNeeded) return
        const after = scene({ ...given, cannotAct: [...given.cannotAct, leaver] })
        expect(judgeStep(need, seatPeople(need, after), after)).toBe('APPROVED')
      }),
    )
  })
})

test.each<[name: string, skipWhen: Parameters<typeof isSkipped>[0], expected: boolean]>([
  ['no condition', undefined, false],
  ['a criticality that it has', { criticalities: ['Low', 'Medium'] }, true],
  ['another criticality', { criticalities: ['High'] }, false],
  ['its country', { countriesIn: ['FR', 'DE'] }, true],
  ['a country that it is not in', { countriesNotIn: ['US'] }, true],
  ['only one of two conditions', { criticalities: ['Low'], countriesIn: ['US'] }, false],
  ['a category that nobody has given it', { categories: ['IT'] }, false],
])('A step is skipped where its condition holds: %s', (...[, skipWhen, expected]) => {
  expect(isSkipped(skipWhen, { country: 'FR', criticality: 'Low', categories: [] })).toBe(expected)
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsFixture, type Fixture } from '../accounts/accounts-fixture.ts'
import { begin, expectConsent, openHouses, steps, type Choice, type History } from './people-history.ts'

const histories = Number(process.env['VIGIE_PEOPLE'] ?? 5)
// Fresh each time; a failure names it, and VIGIE_SEED plays it again.
const seed = Number(process.env['VIGIE_SEED'] ?? Date.now() % 2_147_483_647)

/** So many histories share their accounts; more people in one would slow each step. */
const historiesPerHouses = 25

let fixture: Fixture
beforeAll(async () => {
  fixture = await accountsFixture()
})
afterAll(() => fixture.close())

/** Things that only make sense in a row, so that random histories go somewhere. Each step alone comes as well. */
const episodes: readonly (readonly string[])[] = [
  ...[...steps.keys()].map((name) => [name]),
  ['invite', 'accept by mail', 'sign in'],
  ['invite', 'accept what a sandbox shows', 'sign in with a foreign password'],
  ['invite', 'accept by mail', 'sign in', 'next account', 'invite', 'accept signed in'],
  ['invite', 'accept what a sandbox shows', 'sign in with a foreign password', 'next account', 'invite'],
  ['invite', 'accept in a stolen name'],
  ['invite', 'accept by mail', 'reset by mail'],
  ['invite', 'accept what a sandbox shows', 'reset by what a sandbox shows'],
  ['invite', 'withdraw'],
  ['invite', 'accept by mail', 'remove'],
]

type Choices = { episode: readonly string[]; person: number; account: number }[]

/** Every episode in every account, played before the random ones: what is demanded below never waits for luck. */
const playedFirst = episodes
  .filter((episode) => episode.length > 1)
  .flatMap((episode) => [0, 1, 2].map((account) => [[{ episode, person: 0, account }]] as [Choices]))

const anyEpisode = fc.record({
  episode: fc.constantFrom(...episodes),
  // Mostly about one of them, so that one thing leads to another.
  person: fc.constantFrom(0, 0, 0, 1),
  account: fc.constantFrom(0, 1, 2, 2),
})

test(
  `Nobody acts where they did not consent, over three accounts (${histories} histories, seed ${seed})`,
  async () => {
    const done = new Set<string>()
    let houses: Awaited<ReturnType<typeof openHouses>> = []
    let begun = 0
    const take = async (history: History, name: string, choice: Choice) => {
      if (await steps.get(name)?.(history, choice)) done.add(name)
      await expectConsent(history)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(anyEpisode, { minLength: 2, maxLength: 7, size: 'max' }), async (played) => {
        if (begun % historiesPerHouses === 0) houses = await openHouses(fixture)
        begun += 1
        const history = begin(fixture, houses)
        for (const { episode, ...choice } of played) {
          let { account } = choice
          for (const name of episode) {
            if (name === 'next account') account = (account + 1) % 3
            else await take(history, name, { ...choice, account })
          }
        }
      }),
      { numRuns: histories + playedFirst.length, examples: playedFirst, seed, endOnFailure: true },
    )
    // A model in which nothing ever succeeds proves nothing. (In a stolen name hardly anything does.)
    const common = [...steps.keys()].filter((name) => name !== 'accept in a stolen name')
    expect(common.filter((name) => !done.has(name))).toEqual([])
  },
  Math.max(120_000, histories * 3_000),
)

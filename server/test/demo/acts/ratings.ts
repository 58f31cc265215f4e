import { activateMany, receiveFile, type Provider } from '../../../src/domain/datahub/index.ts'
import { readClock } from '../../../src/domain/sandbox/index.ts'
import type { Act } from '../act.ts'
import { companiesOf, type DemoCompany } from '../companies.ts'
import { staffOf } from '../../../src/demo/people.ts'
import { dice } from '../pieces/dice.ts'

/** Who is followed where: all, every other company and so on, and always the first. */
const followed: readonly (readonly [provider: Provider, everyNth: number])[] = [
  ['FINANCIAL_STRENGTH', 1],
  ['CREDITDATA', 4],
  ['SECURITY_RATING', 2],
  ['ESG', 2],
  ['SUSTAINSCORE', 5],
  ['NEWSFEED', 6],
  ['DOCCHECK', 10],
]

const numbersFor = (everyNth: number) =>
  Array.from({ length: 102 }, (_, nth) => nth + 1).filter((number) => (number - 1) % everyNth === 0)

export function follow(daysAgo: number): Act[] {
  return followed.map(([provider, everyNth]) => ({
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { manager } = await staffOf(tx, scope)
        const companies = await companiesOf(tx, scope, numbersFor(everyNth))
        const thirdpartyIds = companies.map(({ thirdpartyId }) => thirdpartyId)
        await activateMany(tx, manager.scope, { provider, thirdpartyIds })
      },
  }))
}

/** What the providers say on a day, each as the file it would send. */
export function receiveRatings(daysAgo: number, round: number): Act[] {
  const speaking = followed.filter(([provider]) => provider !== 'DOCCHECK')
  return speaking.map(([provider, everyNth]) => ({
    daysAgo,
    prepare:
      async ({ scope }) =>
      async (tx) => {
        const { manager } = await staffOf(tx, scope)
        const { now } = await readClock(tx, scope)
        const companies = await companiesOf(tx, scope, numbersFor(everyNth))
        const lines = companies.map((company) =>
          JSON.stringify(saying(provider, company, { round, day: now.slice(0, 10) })),
        )
        await receiveFile(tx, manager.scope, {
          provider,
          text: lines.join('\n'),
          format: 'NDJSON',
          language: 'en',
        })
      },
  }))
}

const headlines = {
  good: [' opens a new workshop', ' wins a regional export award', ' hires twenty people'],
  bad: [' delays a delivery', ': works council worried about orders', ' loses a long-standing customer'],
}

function saying(
  provider: Provider,
  { thirdpartyId, number, name }: DemoCompany,
  when: { round: number; day: string },
) {
  const { round, day } = when
  // Near what it was, a little better or worse each time.
  const drift = (dice('drift', provider, number, round) - 0.45) * 14 * round
  const score = Math.round(Math.min(98, Math.max(8, 35 + dice(provider, number) * 60 + drift)))
  const common = { thirdpartyId, asOf: day, reference: `SPECIMEN-${provider}-${number}-${round}` }
  if (provider !== 'NEWSFEED') return { ...common, score, rationale: 'Invented for the demonstration.' }
  const isGood = score >= 55
  return {
    ...common,
    score: Math.round((score / 50 - 1) * 100) / 100,
    items: [
      {
        title: `${name}${headlines[isGood ? 'good' : 'bad'][round % 3] ?? ''} (specimen)`,
        url: `https://news.example/${number}-${round}`,
        date: day,
        sentiment: isGood ? 0.6 : -0.5,
      },
    ],
  }
}

import { expect, test } from 'vitest'
import { alertKinds, countingSubscriptions, readWishes, writeWishes, type Subscription } from './wishes.ts'

const plain = { kinds: [], themes: [], minCriticality: null }
const mine: Subscription = { ...plain, reach: 'MINE', channel: 'PAGE' }
const followed: Subscription = { ...plain, reach: 'FOLLOWED', channel: 'PAGE' }

test('What everybody begins with is one line for each kind, and a wish apart for critical companies', () => {
  const settings = {
    timeZone: 'Europe/Paris',
    digestHour: 7,
    digestWeekday: 1,
    quiet: null,
    defaults: true,
    mails: true,
    subscriptions: [],
    defaultSubscriptions: [
      { kinds: [], reach: 'MINE' as const, channel: 'PAGE' as const, firstCriticality: false },
      { kinds: [], reach: 'FOLLOWED' as const, channel: 'PAGE' as const, firstCriticality: false },
      { kinds: ['PROCEDURE'], reach: 'MINE' as const, channel: 'AT_ONCE' as const, firstCriticality: true },
    ],
  }
  const { rows, others } = readWishes(countingSubscriptions(settings, ['High', 'Low']))
  expect(rows.PROCEDURE).toEqual({ channel: 'PAGE', reach: 'BOTH' })
  expect(rows.OWNERSHIP).toEqual({ channel: 'PAGE', reach: 'MINE' })
  expect(others).toEqual([
    { kinds: ['PROCEDURE'], themes: [], minCriticality: 'High', reach: 'MINE', channel: 'AT_ONCE' },
  ])
  expect(writeWishes({ rows, others })).toEqual([mine, followed, ...others])
  expect(countingSubscriptions(settings, [])).toHaveLength(2)
  expect(countingSubscriptions({ ...settings, defaults: false }, ['High'])).toEqual([])
})

test('What is quicker for fewer companies stands apart, and what is slower for them is left out', () => {
  const all: Subscription = { ...plain, reach: 'ALL', channel: 'DAILY' }
  const quick: Subscription = { ...plain, kinds: ['STRUCK_OFF'], reach: 'MINE', channel: 'AT_ONCE' }
  const { rows, others } = readWishes([all, quick, followed])
  expect(rows.STRUCK_OFF).toEqual({ channel: 'DAILY', reach: 'ALL' })
  expect(others).toEqual([quick])
  expect(rows.OWNERSHIP).toEqual({ channel: 'OFF', reach: 'BOTH' })
})

test('Nothing is wanted of a kind that nobody named, and writing keeps it so', () => {
  const wishes = readWishes([{ ...mine, kinds: ['OVERDUE'] }])
  expect(alertKinds.filter((kind) => wishes.rows[kind].channel !== 'OFF')).toEqual(['OVERDUE'])
  expect(writeWishes(wishes)).toEqual([{ ...mine, kinds: ['OVERDUE'] }])
})

test('Wishes that are read and written again are the same', () => {
  const given: Subscription[] = [
    { ...plain, kinds: ['PROCEDURE', 'STRUCK_OFF'], reach: 'ALL', channel: 'AT_ONCE' },
    { ...plain, kinds: ['RATING_LOST'], reach: 'FOLLOWED', channel: 'WEEKLY' },
    { ...plain, themes: ['CYBERSECURITY'], reach: 'ALL', channel: 'DAILY' },
  ]
  const once = writeWishes(readWishes(given))
  expect(once).toEqual(given)
  expect(writeWishes(readWishes(once))).toEqual(once)
})

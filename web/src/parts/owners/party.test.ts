import { expect, test } from 'vitest'
import { partyBody, partyText, readParty } from './party.ts'

test('A person and a team are written as the filters of lists write them, and read again', () => {
  const [person, team] = [
    { userId: 12, teamId: null },
    { userId: null, teamId: 34 },
  ]
  expect([person, team].map(partyText)).toEqual(['12', 'team:34'])
  expect(['12', 'team:34'].map(readParty)).toEqual([person, team])
  expect([person, team].map(partyBody)).toEqual([{ userId: 12 }, { teamId: 34 }])
})

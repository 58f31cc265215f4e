import { expect, test } from 'vitest'
import { judgeCorpus } from './judge-corpus.ts'

test('Of pieces in layouts made by other tools no forged one is accepted, and 95 % of genuine ones are decided', async () => {
  const judged = await judgeCorpus({ pieces: 180, seed: 5, use: 'MEASURED' })
  const { acceptedForgeries, undecided, returned, counted } = judged
  expect(acceptedForgeries).toEqual([])
  expect(returned).toEqual([])
  expect(counted).toBeGreaterThan(25)
  expect(undecided.length / counted, undecided.join('\n')).toBeLessThanOrEqual(0.05)
})

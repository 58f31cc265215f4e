import { expect, test } from 'vitest'
import { judgeCorpus } from './judge-corpus.ts'

test('Of forty pieces no forged one is accepted, and every genuine one with text is decided', async () => {
  const { acceptedForgeries, undecided } = await judgeCorpus({ pieces: 40, seed: 3, use: 'TUNING' })
  expect(acceptedForgeries).toEqual([])
  expect(undecided).toEqual([])
})

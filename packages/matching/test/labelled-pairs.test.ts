import { expect, test } from 'vitest'
import { threshold } from '../src/index.ts'
import { qualityAt, readPairs, scorePairs } from './labelled-pairs.ts'
import { dataFolder, missingData } from './public-data.ts'

test('Labelled pairs of names are told apart with F1 0.90 at recall 0.95', ({ skip }) => {
  skip(dataFolder === undefined, missingData)
  const { f1, recall } = qualityAt(threshold, scorePairs(readPairs()))
  expect(f1).toBeGreaterThanOrEqual(0.9)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('The threshold is not fitted to the pairs: four fifths of them would choose nearly the same', ({
  skip,
}) => {
  skip(dataFolder === undefined, missingData)
  const pairs = scorePairs(readPairs())
  const limits = Array.from({ length: 41 }, (_, at) => 0.55 + at / 100)
  for (const fold of [0, 1, 2, 3, 4]) {
    const others = pairs.filter((_, at) => at % 5 !== fold)
    // The highest limit that keeps 95 of 100 matches.
    const chosen = limits.findLast((limit) => qualityAt(limit, others).recall >= 0.95) ?? 0
    expect(Math.abs(chosen - threshold)).toBeLessThanOrEqual(0.05)
    const held = pairs.filter((_, at) => at % 5 === fold)
    expect(qualityAt(chosen, held).f1).toBeGreaterThanOrEqual(0.85)
  }
})

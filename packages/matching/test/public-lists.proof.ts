import { expect, test } from 'vitest'
import { lostSpellings } from './own-names.ts'
import { dataFolder, missingData } from './public-data.ts'
import { readEntries } from './public-lists.ts'

test(
  'Every entry of the public lists is found by each spelling of its names',
  { timeout: 900_000 },
  ({ skip }) => {
    skip(dataFolder === undefined, missingData)
    expect(lostSpellings(readEntries(), 1)).toEqual([])
  },
)

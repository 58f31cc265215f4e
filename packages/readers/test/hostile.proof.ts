import { expect, test } from 'vitest'
import { costOf, mostMs, pieces } from './hostile-texts.ts'

test.each(pieces.map((piece) => [JSON.stringify(piece), piece] as const))(
  'A text of 200,000 signs of %s is read in bounded time',
  (_, piece) => {
    expect(costOf(piece)).toBeLessThan(mostMs)
  },
)

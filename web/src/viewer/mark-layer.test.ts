import { expect, test } from 'vitest'
import { turned } from './mark-layer.ts'

test('A mark turns with its page', () => {
  const mark = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 }
  const rounded = (quarters: number) =>
    Object.values(turned(mark, quarters)).map((value) => Math.round(value * 100) / 100)
  expect(rounded(0)).toEqual([0.1, 0.2, 0.3, 0.05])
  expect(rounded(1)).toEqual([0.75, 0.1, 0.05, 0.3])
  expect(rounded(2)).toEqual([0.6, 0.75, 0.3, 0.05])
  expect(rounded(3)).toEqual([0.2, 0.6, 0.05, 0.3])
})

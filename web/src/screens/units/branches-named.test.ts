import { expect, test } from 'vitest'
import { flatten, growTree } from '../../parts/units/unit-tree.ts'
import { branchesNamed } from './branches-named.ts'

test('A unit is found by part of its name, with the way down to it and what lies beneath', () => {
  const unit = (unitId: number, parentId: number | null, name: string) => ({ unitId, parentId, name })
  const tree = growTree(
    [unit(1, null, 'France'), unit(2, 1, 'Île-de-France'), unit(3, 2, 'Évry'), unit(4, null, 'Spain')],
    'en',
  )
  const named = (typed: string) => flatten(branchesNamed(tree, typed)).map(({ unit: { name } }) => name)
  expect(named('evry')).toEqual(['France', 'Île-de-France', 'Évry'])
  expect(named(' FRANCE ')).toEqual(['France', 'Île-de-France', 'Évry'])
  expect(named('pai')).toEqual(['Spain'])
  expect(named('Asia')).toEqual([])
})

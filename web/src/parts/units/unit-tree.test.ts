import { expect, test } from 'vitest'
import { flatten, growTree, idsBeneath, pathText } from './unit-tree.ts'

const unit = (unitId: number, parentId: number | null, name: string) => ({ unitId, parentId, name })

test('Units stand by name, each before what lies beneath it', () => {
  const tree = growTree(
    [
      unit(1, null, 'Zone 10'),
      unit(2, 1, 'Lyon'),
      unit(3, null, 'Zone 9'),
      unit(4, 2, 'Bron'),
      unit(5, 1, 'Évry'),
    ],
    'fr',
  )
  expect(flatten(tree).map(({ path }) => pathText(path))).toEqual([
    'Zone 9',
    'Zone 10',
    'Zone 10 › Évry',
    'Zone 10 › Lyon',
    'Zone 10 › Lyon › Bron',
  ])
  expect(idsBeneath(tree, 1)).toEqual(new Set([1, 5, 2, 4]))
  expect(idsBeneath(tree, 4)).toEqual(new Set([4]))
})

test('A unit whose parent is out of sight begins at the top', () => {
  const tree = growTree([unit(7, 1, 'North'), unit(8, 7, 'Harbour')], 'en')
  expect(tree.map(({ path }) => path)).toEqual([['North']])
  expect(tree[0]?.branches[0]?.path).toEqual(['North', 'Harbour'])
})

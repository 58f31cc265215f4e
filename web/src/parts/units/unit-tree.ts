import type { Unit } from './units.queries.ts'

export interface Branch<One extends Unit = Unit> {
  unit: One
  /** The names from the top down to its own. */
  path: readonly string[]
  branches: Branch<One>[]
}

/** The units as a tree, by name. What lies beneath a unit that the reader does not see begins at the top. */
export function growTree<One extends Unit>(units: readonly One[], language: string): Branch<One>[] {
  const known = new Set(units.map(({ unitId }) => unitId))
  const beneath = new Map<number | null, One[]>()
  for (const unit of units) {
    const parent = unit.parentId !== null && known.has(unit.parentId) ? unit.parentId : null
    beneath.set(parent, [...(beneath.get(parent) ?? []), unit])
  }
  const { compare } = new Intl.Collator(language, { numeric: true })
  const grow = (parent: number | null, above: readonly string[]): Branch<One>[] =>
    (beneath.get(parent) ?? [])
      .toSorted((a, b) => compare(a.name, b.name))
      .map((unit) => {
        const path = [...above, unit.name]
        return { unit, path, branches: grow(unit.unitId, path) }
      })
  return grow(null, [])
}

/** Each before what lies beneath it. */
export const flatten = <One extends Unit>(branches: readonly Branch<One>[]): Branch<One>[] =>
  branches.flatMap((branch) => [branch, ...flatten(branch.branches)])

export const pathText = (path: readonly string[]): string => path.join(' › ')

/** A unit and all that lies beneath it: where it cannot be moved to. */
export function idsBeneath(branches: readonly Branch[], unitId: number): Set<number> {
  const all = flatten(branches)
  const own = all.filter(({ unit }) => unit.unitId === unitId)
  return new Set(flatten(own).map(({ unit }) => unit.unitId))
}

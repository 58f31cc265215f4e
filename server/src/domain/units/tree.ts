/** A unit as the rules of the tree need it. */
export interface TreeUnit {
  readonly unitId: number
  readonly parentId: number | null
}

export const maxUnits = 2_000
export const maxDepth = 10

/** What is wrong with putting a unit beneath another one; null if nothing is. */
export type TreeFault = 'CYCLE' | 'TOO_DEEP'

/** A unit with all that hangs on it, or a new one, below `parentId`. */
export function faultOfMove(
  tree: readonly TreeUnit[],
  unitId: number | null,
  parentId: number | null,
): TreeFault | null {
  const above = unitsAbove(tree, parentId)
  if (unitId !== null && above.includes(unitId)) return 'CYCLE'
  const height = unitId === null ? 1 : heightOf(tree, unitId)
  return above.length + height > maxDepth ? 'TOO_DEEP' : null
}

/** The unit itself and those above it, up to a root. */
function unitsAbove(tree: readonly TreeUnit[], unitId: number | null): number[] {
  const parents = new Map(tree.map((unit) => [unit.unitId, unit.parentId]))
  const above: number[] = []
  for (let at = unitId; at !== null; at = parents.get(at) ?? null) above.push(at)
  return above
}

/** How many levels a unit and what lies beneath it take. */
function heightOf(tree: readonly TreeUnit[], unitId: number): number {
  let height = 0
  for (let level = [unitId]; level.length > 0; height += 1) {
    const parents = new Set(level)
    level = tree.flatMap((unit) =>
      unit.parentId !== null && parents.has(unit.parentId) ? [unit.unitId] : [],
    )
  }
  return height
}

import type { Branch } from '../../parts/units/unit-tree.ts'

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** What is called so with all that lies beneath it, and the way down to it. */
export function branchesNamed(branches: readonly Branch[], typed: string): Branch[] {
  const words = fold(typed.trim())
  return branches.flatMap((branch) => {
    if (fold(branch.unit.name).includes(words)) return [branch]
    const beneath = branchesNamed(branch.branches, typed)
    return beneath.length === 0 ? [] : [{ ...branch, branches: beneath }]
  })
}

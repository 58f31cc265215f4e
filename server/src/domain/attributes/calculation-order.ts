import { AppError } from '../../platform/kernel/index.ts'
import type { Definition } from './attribute.ts'

type Node = Pick<Definition, 'code' | 'dependsOn' | 'expression'>

/** Calculated attributes, each after those it reads. Throws when one would be calculated from itself. */
export function calculationOrder<D extends Node>(definitions: readonly D[]): D[] {
  const byCode = new Map(definitions.map((one) => [one.code, one]))
  const done = new Set<string>()
  const order: D[] = []
  const visit = (code: string, trail: readonly string[]): void => {
    const definition = byCode.get(code)
    if (!definition || definition.expression === null || done.has(code)) return
    const path = [...trail, code]
    if (trail.includes(code)) {
      const circle = path.slice(path.indexOf(code)).join(' → ')
      throw new AppError(
        'ATTRIBUTE_EXPRESSION_CYCLE',
        { path: circle },
        { members: { pointer: '/calculated' } },
      )
    }
    for (const needed of definition.dependsOn) visit(needed, path)
    done.add(code)
    order.push(definition)
  }
  for (const { code } of definitions) visit(code, [])
  return order
}

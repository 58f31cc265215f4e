import { AppError } from '../../platform/kernel/index.ts'
import { isList, type Definition } from './attribute.ts'
import { calculationOrder } from './calculation-order.ts'
import { maxStepsTogether } from './expression-rules.ts'
import { compileExpression } from './expression.ts'

const maxDefinitions = 200

/** Options as they are to be stored: those of a list, each different; of any other type none. */
export function checkOptions(type: Definition['type'], options: readonly string[]): void {
  const isRight = isList(type) ? options.length > 0 : options.length === 0
  if (!isRight || new Set(options).size !== options.length)
    throw new AppError('ATTRIBUTE_OPTIONS_INVALID', {}, { members: { pointer: '/options' } })
}

/** Labels are compared without case: two that look alike would be taken for each other. */
export function checkLabel(
  all: readonly Definition[],
  wanted: Pick<Definition, 'label'> & { attributeId?: number },
): void {
  const same = (one: Definition) => one.label.toLowerCase() === wanted.label.toLowerCase()
  if (all.some((one) => !one.archived && one.attributeId !== wanted.attributeId && same(one)))
    throw new AppError('ATTRIBUTE_NAME_TAKEN', { name: wanted.label }, { members: { pointer: '/label' } })
}

/** Codes are for ever: not even an archived attribute gives its own away. */
export function checkCode(all: readonly Definition[], code: string): void {
  if (all.some((one) => one.code === code))
    throw new AppError('ATTRIBUTE_NAME_TAKEN', { name: code }, { members: { pointer: '/code' } })
}

export function checkRoom(all: readonly Definition[]): void {
  if (all.filter((one) => !one.archived).length >= maxDefinitions)
    throw new AppError('ATTRIBUTE_LIMIT_REACHED', { max: maxDefinitions })
}

type Draft = Pick<Definition, 'code' | 'type' | 'options'> & { expression: string }

/** What the expression reads and takes, once it is known to be sound, short enough and to lead to no circle. */
export function checkExpression(
  all: readonly Definition[],
  draft: Draft,
): Pick<Definition, 'dependsOn' | 'steps'> {
  const others = all.filter((one) => !one.archived && one.code !== draft.code)
  const { dependsOn, steps } = compileExpression(draft, [...others, draft])
  calculationOrder([{ ...draft, dependsOn }, ...others])
  const together = others.reduce((total, one) => total + (one.steps ?? 0), steps)
  if (together > maxStepsTogether) {
    const members = { pointer: '/calculated' }
    throw new AppError('ATTRIBUTE_STEPS_TOGETHER', { steps: together, max: maxStepsTogether }, { members })
  }
  return { dependsOn, steps }
}

/** A code made of the label: `Montant d’achat` becomes MONTANT_D_ACHAT. */
export function codeFromLabel(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const code = plain.replace(/[^A-Z0-9]+/g, '_').replace(/^[^A-Z]+|_+$/g, '')
  return (code === '' ? 'ATTRIBUTE' : code).slice(0, 64)
}

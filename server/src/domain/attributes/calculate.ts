import { AppError } from '../../platform/kernel/index.ts'
import type { Definition } from './attribute.ts'
import type { Failure, Outcome } from './expression-result.ts'
import { compileExpression, type Inputs, type Program } from './expression.ts'

/** What is calculated, each after those it reads, and what else may be read. */
export interface Sheet {
  readonly known: readonly Pick<Definition, 'code' | 'type'>[]
  readonly calculated: readonly CalculatedAttribute[]
}

export interface CalculatedAttribute extends Pick<Definition, 'attributeId' | 'code' | 'type' | 'options'> {
  readonly expression: string
}

export interface StepLimits {
  readonly maxSteps: number
  readonly maxStepsTogether: number
}

/** An expression that was accepted under an older, wider limit is not run at all. */
export interface CompiledSheet {
  readonly steps: number
  readonly attributes: readonly { readonly code: string; readonly program: Program | Outcome }[]
}

const reasons: Record<Failure, string> = {
  ERROR: 'The calculation failed.',
  TOO_MANY_STEPS: 'The expression could take too many steps; shorten it.',
  OUT_OF_TIME: 'The calculation took too long and was ended.',
}

export function failureOf(failure: Failure): Outcome {
  return { kind: 'FAILED', failure, reason: reasons[failure] }
}

export function compileSheet(sheet: Sheet, limits: StepLimits, onEach: () => void): CompiledSheet {
  let steps = 0
  const attributes = sheet.calculated.map((attribute) => {
    onEach()
    const program = compileStored(attribute, sheet.known, limits)
    const own = 'run' in program ? program.steps : 0
    const fits = steps + own <= limits.maxStepsTogether
    if (fits) steps += own
    return { code: attribute.code, program: fits ? program : failureOf('TOO_MANY_STEPS') }
  })
  return { steps, attributes }
}

function compileStored(
  attribute: CalculatedAttribute,
  known: Sheet['known'],
  { maxSteps }: StepLimits,
): Program | Outcome {
  try {
    return compileExpression(attribute, known, maxSteps)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return failureOf(error.code === 'ATTRIBUTE_EXPRESSION_STEPS' ? 'TOO_MANY_STEPS' : 'ERROR')
  }
}

/** Each result is an input of those that follow. `onEach` is told which one is about to run. */
export function calculateAll(
  { attributes }: CompiledSheet,
  inputs: Inputs,
  onEach: (nth: number) => Outcome | null,
): Outcome[] {
  const values = new Map(inputs.attributes)
  return attributes.map(({ code, program }, nth) => {
    const ended = onEach(nth)
    const outcome =
      ended ?? ('run' in program ? program.run({ attributes: values, identity: inputs.identity }) : program)
    if (outcome.kind === 'VALUE') values.set(code, outcome.value)
    else values.delete(code)
    return outcome
  })
}

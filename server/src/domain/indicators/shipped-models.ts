import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { IndicatorModelsSchema, type FactorModel, type IndicatorModels } from './model.schema.ts'

// Four levels up is the repository from server/src and from server/dist alike.
const file = new URL('../../../../catalogue/indicators.json', import.meta.url)

let shipped: IndicatorModels | undefined

/** How indicators are computed; read and checked once in the life of the process. */
export function loadShippedModels(): IndicatorModels {
  return (shipped ??= parseModels(JSON.parse(readFileSync(file, 'utf8'))))
}

/** From which score on each letter is given, the best first. */
export function ratingBands(): IndicatorModels['bands'] {
  return loadShippedModels().bands
}

/** Throws with every fault found. */
export function parseModels(content: unknown): IndicatorModels {
  if (Value.Check(IndicatorModelsSchema, content)) return content
  const faults = Value.Errors(IndicatorModelsSchema, content).map(
    ({ instancePath, message }) => `${instancePath}: ${message}`,
  )
  throw new Error(`The models of the indicators are not sound:\n${faults.join('\n')}`)
}

/** Every factor of every model, those of fallbacks included. */
export function allFactors({ thirdParty }: IndicatorModels): { indicator: string; factor: FactorModel }[] {
  return thirdParty.flatMap((model) =>
    model.kind === 'FACTORS'
      ? [...model.factors, ...(model.fallback?.factors ?? [])].map((factor) => ({
          indicator: model.code,
          factor,
        }))
      : [],
  )
}

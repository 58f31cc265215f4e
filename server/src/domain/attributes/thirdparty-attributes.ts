import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type {
  AddAttributes,
  AttributeColumn,
  AttributeCondition,
  AttributeOrder,
  ThirdPartyAttributes,
} from '../thirdparties/index.ts'
import type { Definition } from './attribute.ts'
import { attributeFilter, attributeSort } from './attribute-filter.ts'
import { calculates, lockAllDefinitions, liveDefinitions } from './definitions.queries.ts'
import { nameList } from './parse-values.ts'
import { recomputeCalculated } from './recompute.ts'
import { setAttributes } from './set-attributes.ts'
import { valuesByCode } from './values.queries.ts'

const subject = 't.thirdparty_id'

/** What third parties, which lie below, may ask of their attributes. */
export const thirdPartyAttributes: ThirdPartyAttributes = {
  prepare: prepareAttributes,
  async conditions(tx, scope, requested) {
    const find = finder(await liveDefinitions(tx, scope))
    return requested.map((condition) => {
      const parameter = parameterOf(condition)
      const definition = find(condition.code, parameter)
      return withParameter(parameter, () =>
        attributeFilter(scope, definition, { subject, ...toCondition(definition, condition) }),
      )
    })
  },
  order: orderBy,
  columns: async (tx, scope) => (await liveDefinitions(tx, scope)).map(attributeColumn),
  async values(tx, scope, codes, thirdpartyIds) {
    const find = finder(await liveDefinitions(tx, scope))
    const attributeIds = codes.map((code) => find(code, 'withAttributes').attributeId)
    return valuesByCode(tx, scope, attributeIds, thirdpartyIds)
  },
}

const columnTypes: Partial<Record<Definition['type'], AttributeColumn['type']>> = {
  boolean: 'boolean',
  date: 'date',
  decimal: 'number',
  percentage: 'number',
}

export const attributeColumn = ({ code, label, type }: Definition): AttributeColumn => ({
  code,
  label,
  type: columnTypes[type] ?? 'text',
})

async function prepareAttributes(tx: Tx, scope: Scope): Promise<AddAttributes> {
  // In this order, and sent together: what is calculated cannot change any more once it is looked at.
  const [, isNeeded] = await Promise.all([lockAllDefinitions(tx, scope), calculates(tx, scope)])
  return async (thirdpartyId, given) => {
    if (given.length > 0) await setAttributes(tx, scope, thirdpartyId, given)
    else if (isNeeded) await recomputeCalculated(tx, scope, [thirdpartyId])
  }
}

async function orderBy(tx: ReadTx, scope: Scope, code: string): Promise<AttributeOrder> {
  const definition = finder(await liveDefinitions(tx, scope))(code, 'sort')
  return withParameter('sort', () => attributeSort(scope, definition, subject))
}

type Find = (code: string, parameter: string) => Definition

function finder(definitions: readonly Definition[]): Find {
  const byCode = new Map(definitions.map((one) => [one.code, one]))
  return (code, parameter) => {
    const found = byCode.get(code)
    if (found) return found
    const codes = [...byCode.keys()]
    throw new AppError(
      'ATTRIBUTE_UNKNOWN',
      { label: code, labels: nameList(codes) },
      { members: { parameter } },
    )
  }
}

/** The text of a parameter as the type of the attribute writes it; what is not of the type is left to be refused. */
function toCondition({ type }: Definition, { test, value }: AttributeCondition) {
  if (test === 'is' && value === '') return { operator: 'empty' as const }
  const operator = {
    is: type === 'list_multiple' ? ('contains' as const) : ('eq' as const),
    min: 'gte',
    max: 'lte',
  } as const
  return { operator: operator[test], value: coerceValue(type, value) }
}

function coerceValue(type: Definition['type'], text: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = type === 'decimal' || type === 'percentage'
  return isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

function parameterOf({ code, test }: AttributeCondition): string {
  return test === 'is' ? `attribute.${code}` : `attribute.${code}.${test}`
}

/** Faults of values point into a body; here they name the parameter. */
function withParameter<T>(parameter: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const errors = error.errors?.map(({ code, message }) => ({ parameter, code, message }))
    throw new AppError(error.code, error.params, { members: { parameter }, ...(errors && { errors }) })
  }
}

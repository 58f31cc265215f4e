import { Type } from 'typebox'
import { namedObject } from '../../platform/http/index.ts'
import type { CountedUnit } from './units.queries.ts'

export const Unit = namedObject('Unit', {
  unitId: Type.Integer(),
  parentId: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.String(),
})

export const viewUnit = ({ unitId: id, parentId, name, thirdparties }: CountedUnit) => ({
  unitId: id,
  parentId,
  name,
  ...(thirdparties !== undefined && { thirdparties }),
})

import { Type } from 'typebox'
import type { CountedUnit } from './units.queries.ts'

export const Unit = Type.Object({
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

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage } from '../../i18n/index.ts'
import { flatten, growTree, pathText } from './unit-tree.ts'
import { unitsQuery } from './units.queries.ts'

export interface UnitChoice {
  value: string
  /** Its whole path: two units may have one name. */
  label: string
}

/** The units to choose from, and their names. Empty until they have come, and where there are none. */
export function useUnits(accountId: number) {
  const { data, error } = useQuery(unitsQuery(accountId))
  const language = currentLanguage()
  return useMemo(() => {
    const branches = growTree(data ?? [], language)
    const choices: UnitChoice[] = flatten(branches).map(({ unit, path }) => ({
      value: String(unit.unitId),
      label: pathText(path),
    }))
    const names = new Map(data?.map(({ unitId, name }) => [unitId, name]))
    const nameOf = (unitId: number) => names.get(unitId) ?? null
    return { branches, choices, nameOf, isLoaded: data !== undefined, error }
  }, [data, error, language])
}

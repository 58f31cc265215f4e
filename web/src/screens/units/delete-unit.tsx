import { List, Skeleton, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Answer } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { idsBeneath } from '../../parts/units/unit-tree.ts'
import type { Unit } from '../../parts/units/units.queries.ts'
import { useUnits } from '../../parts/units/use-units.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { PlaceInput } from './unit-fields.tsx'

interface Props {
  accountId: number
  unit: Unit
  onClose: () => void
}

type UnitInUse = Answer<'getUnit'>

const unitQuery = (accountId: number, unitId: number) =>
  queryOptions({
    queryKey: ['unit', accountId, unitId],
    queryFn: ({ signal }) => api.account(accountId).get('/units/{unitId}', { path: { unitId }, signal }),
    // What is told before a deletion is told of this moment.
    gcTime: 0,
  })

/** Says first what hangs on it, and where that goes. */
export function DeleteUnit({ accountId, unit, onClose }: Props) {
  const { t } = useTranslation()
  const { unitId, name } = unit
  const [moveTo, setMoveTo] = useState(unit.parentId)
  const { branches, choices } = useUnits(accountId)
  const isAlone = choices.length === idsBeneath(branches, unitId).size
  const query = useQuery(unitQuery(accountId, unitId))
  const isInUse = query.data !== undefined && query.data.thirdparties + query.data.units > 0
  const remove = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/units/{unitId}', {
        path: { unitId },
        query: isInUse && moveTo !== null ? { moveTo } : {},
      }),
    successMessage: t('units.deleted', { name }),
    invalidates: [
      ['units', accountId],
      ['thirdparties', accountId],
      ['users', accountId],
      ['clients', accountId],
    ],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.deleteTitle', { name })}
      submit={t('units.delete')}
      onSubmit={() => remove.mutate()}
      pending={remove.isPending}
      error={remove.error ?? query.error}
      disabled={query.data === undefined || (isInUse && moveTo === null)}
      danger
    >
      {query.data === undefined ? <Skeleton height={60} /> : <Consequences unit={query.data} />}
      {isInUse && (
        <PlaceInput
          accountId={accountId}
          label={t('units.moveTo')}
          {...(isAlone && { description: t('units.moveToHelp') })}
          placeholder={t('units.choose')}
          moving={unitId}
          value={moveTo}
          onChange={setMoveTo}
          autofocus
        />
      )}
    </FormDialog>
  )
}

function Consequences({ unit: { thirdparties, units, people, clients } }: { unit: UnitInUse }) {
  const { t } = useTranslation()
  if (thirdparties + units + people + clients === 0) return <Text size="sm">{t('units.deleteFree')}</Text>
  return (
    <List size="sm" spacing={6}>
      {thirdparties > 0 && <List.Item>{t('units.deleteCompanies', { count: thirdparties })}</List.Item>}
      {units > 0 && <List.Item>{t('units.deleteUnits', { count: units })}</List.Item>}
      {people > 0 && <List.Item>{t('units.deletePeople', { count: people })}</List.Item>}
      {clients > 0 && <List.Item>{t('units.deleteClients', { count: clients })}</List.Item>}
    </List>
  )
}

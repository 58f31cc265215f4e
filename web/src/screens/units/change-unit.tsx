import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Body } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import type { Unit } from '../../parts/units/units.queries.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { NameInput, PlaceInput } from './unit-fields.tsx'

interface Props {
  accountId: number
  unit: Unit
  onClose: () => void
}

function useChange({ accountId, unit: { unitId }, onClose }: Props) {
  const { t } = useTranslation()
  return useApiMutation({
    mutationFn: (body: Body<'changeUnit'>) =>
      api.account(accountId).patch('/units/{unitId}', { path: { unitId }, body }),
    successMessage: t('common.saved'),
    invalidates: [['units', accountId], ['me']],
    onSuccess: onClose,
    silent: true,
  })
}

export function RenameUnit(props: Props) {
  const { t } = useTranslation()
  const { unit, onClose } = props
  const [name, setName] = useState(unit.name)
  const change = useChange(props)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.renameTitle', { name: unit.name })}
      submit={t('common.save')}
      onSubmit={() => change.mutate({ name: name.trim() })}
      pending={change.isPending}
      error={change.error}
      disabled={name.trim() === '' || name.trim() === unit.name}
    >
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  )
}

export function MoveUnit(props: Props) {
  const { t } = useTranslation()
  const { accountId, unit, onClose } = props
  const [parentId, setParentId] = useState(unit.parentId)
  const change = useChange(props)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.moveTitle', { name: unit.name })}
      submit={t('units.move')}
      onSubmit={() => change.mutate({ parentId })}
      pending={change.isPending}
      error={change.error}
      disabled={parentId === unit.parentId}
    >
      <Text size="sm">{t('units.moveDetail')}</Text>
      <PlaceInput
        accountId={accountId}
        label={t('units.parent')}
        placeholder={t('units.atTop')}
        moving={unit.unitId}
        value={parentId}
        onChange={setParentId}
        autofocus
      />
    </FormDialog>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newIdempotencyKey } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { NameInput, PlaceInput } from './unit-fields.tsx'

interface Props {
  accountId: number
  /** Where it was asked for; null at the top. */
  parentId: number | null
  onClose: () => void
}

export function AddUnit({ accountId, parentId, onClose }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [parent, setParent] = useState(parentId)
  const add = useApiMutation({
    mutationFn: (idempotencyKey: string) =>
      api
        .account(accountId)
        .post('/units', { body: { name: name.trim(), parentId: parent }, idempotencyKey }),
    successMessage: (unit) => t('units.added', { name: unit.name }),
    invalidates: [['units', accountId]],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('units.add')}
      submit={t('common.add')}
      onSubmit={() => add.mutate(newIdempotencyKey())}
      pending={add.isPending}
      error={add.error}
      disabled={name.trim() === ''}
    >
      <NameInput value={name} onChange={setName} />
      <PlaceInput
        accountId={accountId}
        label={t('units.parent')}
        placeholder={t('units.atTop')}
        moving={null}
        value={parent}
        onChange={setParent}
      />
    </FormDialog>
  )
}

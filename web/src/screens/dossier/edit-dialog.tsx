import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { keysAfterChange, type Dossier } from './dossier.queries.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { OwnFieldsInput, wireOf, type OwnFields } from './own-fields.tsx'

export interface DialogProps {
  dossier: Dossier
  opened: boolean
  onClose: () => void
}

const ownOf = ({ reference, description, dueDate, expirationDate }: Dossier): OwnFields => ({
  reference: reference ?? '',
  description: description ?? '',
  dueDate: dueDate?.slice(0, 10) ?? '',
  expirationDate: expirationDate?.slice(0, 10) ?? '',
})

export function EditDialog({ dossier, opened, onClose }: DialogProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId } = dossier
  // Null until something is typed: the fields follow the dossier till then.
  const [typed, setTyped] = useState<OwnFields | null>(null)
  const own = typed ?? ownOf(dossier)
  const leave = () => {
    setTyped(null)
    change.reset()
    onClose()
  }
  const change = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/dossiers/{dossierId}', { path: { dossierId }, body: wireOf(own) }),
    successMessage: t('common.saved'),
    invalidates: keysAfterChange(accountId, dossierId),
    onSuccess: leave,
    silent: true,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={t('dossier.edit.title')}
      submit={t('common.save')}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
    >
      <OwnFieldsInput own={own} onChange={setTyped} />
    </FormDialog>
  )
}

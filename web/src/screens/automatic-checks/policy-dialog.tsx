import { NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { CheckPolicy } from './automatic-checks.queries.ts'

interface Props {
  accountId: number
  policy: CheckPolicy
  name: string
  onClose: () => void
}

/** What the product proposes where the account has said nothing yet. */
const usualShare = 2

export function PolicyDialog({ accountId, policy, name, onClose }: Props) {
  const { t } = useTranslation()
  const { documentTypeCode, mayAccept, isSet } = policy
  const [accept, setAccept] = useState(policy.accept)
  const [acceptScans, setAcceptScans] = useState(policy.acceptScans)
  const [sendBack, setSendBack] = useState(policy.sendBack)
  const [share, setShare] = useState<Share>(isSet ? policy.sampleShare : usualShare)
  const save = useApiMutation({
    mutationFn: () =>
      api.account(accountId).put('/check-policies/{documentTypeCode}', {
        path: { documentTypeCode },
        body: {
          accept,
          acceptScans: accept && acceptScans,
          sendBack,
          sampleShare: share === '' ? usualShare : share,
        },
      }),
    successMessage: t('automaticChecks.saved', { name }),
    invalidates: [
      ['check-policies', accountId],
      ['settings', accountId],
    ],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={name}
      submit={t('common.save')}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={save.error}
      disabled={share === ''}
    >
      <Switch
        label={t('automaticChecks.mayAccept')}
        description={t(mayAccept ? 'automaticChecks.mayAcceptHelp' : 'automaticChecks.neverHelp')}
        checked={accept}
        disabled={!mayAccept}
        onChange={({ currentTarget }) => setAccept(currentTarget.checked)}
      />
      {accept && <SampleShare share={share} onChange={setShare} />}
      {accept && <ScansToo checked={acceptScans} onChange={setAcceptScans} />}
      <Switch
        label={t('automaticChecks.maySendBack')}
        description={t('automaticChecks.maySendBackHelp')}
        checked={sendBack}
        onChange={({ currentTarget }) => setSendBack(currentTarget.checked)}
      />
    </FormDialog>
  )
}

function ScansToo({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Switch
      ml={46}
      label={t('automaticChecks.acceptScans')}
      description={t('automaticChecks.acceptScansHelp')}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

/** Typed; empty while it is being typed anew. */
type Share = number | ''

function SampleShare({ share, onChange }: { share: Share; onChange: (share: Share) => void }) {
  const { t } = useTranslation()
  return (
    <NumberInput
      w={260}
      ml={46}
      label={t('automaticChecks.share')}
      description={t('automaticChecks.shareHelp')}
      min={0}
      max={100}
      suffix=" %"
      allowDecimal={false}
      allowNegative={false}
      value={share}
      onChange={(value) => onChange(value === '' ? '' : Number(value))}
    />
  )
}

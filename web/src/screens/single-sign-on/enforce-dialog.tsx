import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import type { Provider } from './single-sign-on.queries.ts'
import classes from './single-sign-on.module.css'
import { useStanding } from './use-put-provider.ts'

const consequences = ['out', 'self', 'clients'] as const

/** Closes every other way in: who stays outside, and the one way back. */
export function EnforceDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const [isUnderstood, setUnderstood] = useState(false)
  const standing = useStanding(provider, { onDone: onClose, silent: true })
  return (
    <FormDialog
      opened
      size="lg"
      onClose={onClose}
      title={t('singleSignOn.enforce.title')}
      submit={t('singleSignOn.stage.require.do')}
      onSubmit={() => standing.set({ enforced: true }, t('singleSignOn.stage.require.done'))}
      pending={standing.pending}
      error={standing.error}
      disabled={!isUnderstood}
      danger
    >
      <Text size="sm">{t('singleSignOn.enforce.lead')}</Text>
      <ul className={classes.consequences}>
        {consequences.map((one) => (
          <li key={one}>{t(`singleSignOn.enforce.${one}`)}</li>
        ))}
      </ul>
      <Copyable
        label={t('singleSignOn.enforce.back')}
        value={`vigie account sso off --account ${accountId}`}
      />
      <Checkbox
        label={t('singleSignOn.enforce.understood')}
        checked={isUnderstood}
        onChange={({ currentTarget }) => setUnderstood(currentTarget.checked)}
      />
    </FormDialog>
  )
}

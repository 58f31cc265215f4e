import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { SecretDialog } from '../../parts/secrets/secret-dialog.tsx'
import { useSecretMutation } from '../../parts/secrets/use-secret-mutation.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Provider } from './datahub.queries.ts'
import { pushAddress } from './push-address.ts'

interface Props {
  accountId: number
  provider: Provider
  name: string
  onClose: () => void
}

export function PushSecret({ accountId, provider, name, onClose }: Props) {
  const { t } = useTranslation()
  const made = useSecretMutation({
    mutationFn: () =>
      api
        .account(accountId)
        .post('/datahub/providers/{provider}/rotate-secret', { path: { provider: provider.provider } }),
    invalidates: [['datahub', accountId]],
  })
  if (made.answer !== null) {
    const { secret } = made.answer
    return (
      <SecretDialog title={t('datahub.secretTitle', { name })} onClose={onClose}>
        {secret === undefined ? (
          <Notice tone="bad">{t('settings.secret.lost')}</Notice>
        ) : (
          <Copyable label={t('datahub.secret')} value={secret} />
        )}
        <Copyable label={t('datahub.facts.pushTo')} value={pushAddress(accountId, provider.provider)} />
      </SecretDialog>
    )
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('datahub.rotateTitle', { name })}
      submit={t('datahub.makeSecret')}
      onSubmit={() => made.run()}
      pending={made.pending}
      error={made.error}
    >
      <Text size="sm">{t('datahub.rotateDetail')}</Text>
    </FormDialog>
  )
}

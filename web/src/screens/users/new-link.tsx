import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { Copyable } from '../../parts/secrets/copyable.tsx'
import { SecretDialog } from '../../parts/secrets/secret-dialog.tsx'
import { useSecretAct } from '../../parts/secrets/use-secret-act.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  onClose: () => void
}

export function NewLink({ accountId, user, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name } = user
  const made = useSecretAct({
    act: () => api.post('/users/{userId}/set-password-link', { accountId, userId }),
    refresh: [],
  })
  if (made.answer !== null) {
    return <PasswordLink name={name} link={made.answer.setPasswordLink ?? ''} onClose={onClose} />
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('users.newLinkTitle')}
      submit={t('users.makeLink')}
      onSubmit={() => made.run()}
      pending={made.pending}
      error={made.error}
    >
      <Text size="sm">{t('users.newLinkDetail', { name })}</Text>
    </FormDialog>
  )
}

export function PasswordLink({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog title={t('users.linkTitle', { name })} onClose={onClose}>
      <Copyable label={t('users.link')} value={link} />
      <Text size="sm" c="dimmed">
        {t('users.linkHelp', { name })}
      </Text>
    </SecretDialog>
  )
}

import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signInOptionsQuery } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Entrance } from './entrance.tsx'
import { PasswordForm } from './password-form.tsx'

export function SignIn() {
  const { t } = useTranslation()
  const { error, ended, passwordSet, returnTo } = useSearch({ from: '/sign-in' })
  const { data: options } = useQuery(signInOptionsQuery)
  usePageTitle(t('signIn.pageTitle'))
  const page = `/app${returnTo ?? ''}`
  return (
    <Entrance title={t('signIn.title')} lead={t('signIn.lead')}>
      {error === 'oidc' && (
        <Notice tone="bad" live="assertive">
          {t('signIn.oidcFailed')}
        </Notice>
      )}
      {error === 'address' && (
        <Notice tone="bad" live="assertive">
          {t('signIn.addressRefused')}
        </Notice>
      )}
      {ended === true && (
        <Notice tone="info" live="polite">
          {t('signIn.ended')}
        </Notice>
      )}
      {passwordSet === true && (
        <Notice tone="good" live="polite">
          {t('signIn.passwordSet')}
        </Notice>
      )}
      <PasswordForm returnTo={returnTo} />
      {options?.oidc === true && (
        <>
          <Divider label={t('signIn.or')} />
          <Button
            component="a"
            variant="default"
            size="md"
            href={`/auth/oidc/start?returnTo=${encodeURIComponent(page)}`}
          >
            {t('signIn.organisation')}
          </Button>
        </>
      )}
    </Entrance>
  )
}

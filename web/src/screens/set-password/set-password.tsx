import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setPassword } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Where the link to choose a new password leads. */
export function SetPassword() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const token = useLinkToken('/set-password')
  const [refused, setRefused] = useState<string | null>(null)
  usePageTitle(t('setPassword.pageTitle'))
  return (
    <Entrance title={t('setPassword.title')} lead={t('setPassword.lead')}>
      {token === null && <DeadEnd reason="incomplete" />}
      {token !== null && token === refused && <DeadEnd reason="invalid" />}
      {token !== null && token !== refused && (
        <NewPasswordForm
          key={token}
          submit={t('setPassword.submit')}
          send={(password) => setPassword(token, password)}
          onDone={() => void navigate({ to: '/sign-in', search: { passwordSet: true }, replace: true })}
          onRefused={() => setRefused(token)}
        />
      )}
    </Entrance>
  )
}

function DeadEnd({ reason }: { reason: 'invalid' | 'incomplete' }) {
  const { t } = useTranslation()
  return (
    <>
      <Notice
        tone={reason === 'invalid' ? 'bad' : 'warning'}
        live="assertive"
        title={t(`setPassword.${reason}Title`)}
      >
        {t(`setPassword.${reason}Detail`)}
      </Notice>
      <Button component={Link} to="/forgot-password" size="md">
        {t('signIn.forgotSubmit')}
      </Button>
      <Button component={Link} to="/sign-in" variant="default" size="md">
        {t('setPassword.toSignIn')}
      </Button>
    </>
  )
}

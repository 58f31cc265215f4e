import { PasswordInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adoptToken, api } from '../../api/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { NewPasswordForm } from '../set-password/new-password-form.tsx'
import classes from './security.module.css'

/** The server ends all other sessions, and hands this page a token of a new one. */
async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword }
  adoptToken(await api.post('/me/password', { body }))
}

export function PasswordPanel({ email }: { email: string | null }) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState('')
  const [tried, setTried] = useState(false)
  const [round, setRound] = useState(0)
  const field = useRef<HTMLInputElement>(null)

  function isReady() {
    setTried(current === '')
    if (current === '') field.current?.focus()
    return current !== ''
  }

  function finish() {
    setCurrent('')
    setRound(round + 1)
    toast.done(t('security.passwordChanged'))
  }

  return (
    <Panel title={t('security.password')} help={t('security.passwordHelp')}>
      <div className={classes.narrow}>
        <NewPasswordForm
          key={round}
          size="sm"
          submit={t('security.passwordSubmit')}
          send={(password) => changePassword(current, password)}
          isReady={isReady}
          onDone={finish}
          {...(email === null ? {} : { username: email })}
        >
          <PasswordInput
            ref={field}
            size="sm"
            name="current-password"
            autoComplete="current-password"
            label={t('security.currentPassword')}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={tried && current === '' && t('signIn.passwordMissing')}
            visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
          />
        </NewPasswordForm>
      </div>
    </Panel>
  )
}

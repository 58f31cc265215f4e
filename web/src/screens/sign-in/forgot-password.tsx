import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { requestPasswordReset } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Entrance } from './entrance.tsx'
import classes from './entrance.module.css'

/** Says the same for an address nobody has: who is known here is nobody's business. */
export function ForgotPassword() {
  const { t } = useTranslation()
  const known = useLocation({ select: ({ state }) => state.email })
  const [email, setEmail] = useState(known ?? '')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  usePageTitle(t('signIn.forgotTitle'))
  const ask = useMutation({ mutationFn: () => requestPasswordReset(email.trim()) })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (email.trim() === '') field.current?.focus()
    else ask.mutate()
  }
  return (
    <Entrance title={t('signIn.forgotTitle')} lead={t('signIn.forgotLead')}>
      {ask.isSuccess ? (
        <Notice tone="good" live="polite" title={t('signIn.forgotSent')}>
          {t('signIn.forgotSentDetail', { email: email.trim() })}
        </Notice>
      ) : (
        <form onSubmit={submit} noValidate className={classes.fields}>
          {ask.isError && <ProblemAlert title={t('signIn.forgotFailed')} error={ask.error} />}
          <TextInput
            ref={field}
            size="md"
            type="email"
            name="email"
            autoComplete="username"
            label={t('signIn.email')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={tried && email.trim() === '' && t('signIn.emailMissing')}
          />
          <Button type="submit" size="md" loading={ask.isPending}>
            {t('signIn.forgotSubmit')}
          </Button>
        </form>
      )}
      <Button component={Link} to="/sign-in" state={{ email: email.trim() }} variant="default" size="md">
        {t('setPassword.toSignIn')}
      </Button>
    </Entrance>
  )
}

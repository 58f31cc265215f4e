import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, meQuery, signIn } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import classes from './entrance.module.css'

/** Only a path of our own: a mailed link must not send people on to a foreign page. */
function safePath(returnTo: string | undefined): string {
  return returnTo !== undefined && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/'
}

function useSignIn(returnTo: string | undefined, onError: () => void) {
  const router = useRouter()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      await signIn(email, password)
      await queries.fetchQuery(meQuery)
    },
    // A busy moment passes; a refused password does not get better.
    retry: (failures, error) => failures < 2 && isProblem(error) && error.status === 503,
    onSuccess: () => router.navigate({ href: safePath(returnTo), replace: true }),
    onError,
  })
}

export function PasswordForm({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const attempt = useSignIn(returnTo, () => {
    setPassword('')
    passwordField.current?.focus()
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (email.trim() === '') emailField.current?.focus()
    else if (password === '') passwordField.current?.focus()
    else {
      setTried(false)
      attempt.mutate({ email: email.trim(), password })
    }
  }

  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      {attempt.isError && <ProblemAlert title={t('signIn.failed')} error={attempt.error} />}
      <TextInput
        ref={emailField}
        size="md"
        type="email"
        name="email"
        autoComplete="username"
        label={t('signIn.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={tried && email.trim() === '' && t('signIn.emailMissing')}
      />
      <PasswordInput
        ref={passwordField}
        size="md"
        name="password"
        autoComplete="current-password"
        label={t('signIn.password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={tried && password === '' && t('signIn.passwordMissing')}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
      />
      <Button type="submit" size="md" loading={attempt.isPending}>
        {t('signIn.submit')}
      </Button>
      <Anchor component={Link} to="/forgot-password" size="sm">
        {t('signIn.forgot')}
      </Anchor>
    </form>
  )
}

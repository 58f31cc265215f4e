import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem, signIn, type SecondFactorQuestion } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import classes from './entrance.module.css'

interface Props {
  onOpen: () => void
  /** The password was right, and something is asked for besides. */
  onQuestion: (question: SecondFactorQuestion) => void
}

function useSignIn({ onOpen, onQuestion }: Props, onError: () => void) {
  return useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) => signIn(email, password),
    // A busy moment passes; a refused password does not get better.
    retry: (failures, error) => failures < 2 && isProblem(error) && error.status === 503,
    onSuccess: (question) => (question === null ? onOpen() : onQuestion(question)),
    onError,
  })
}

export function PasswordForm(props: Props) {
  const { t } = useTranslation()
  const known = useLocation({ select: ({ state }) => state.email })
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  useEffect(() => (known === undefined ? undefined : passwordField.current?.focus()), [known])
  const attempt = useSignIn(props, () => {
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
      <Anchor component={Link} to="/forgot-password" state={{ email: email.trim() }} size="sm">
        {t('signIn.forgot')}
      </Anchor>
    </form>
  )
}

import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/index.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { PasswordRulesList } from './password-rules-list.tsx'
import { faultOf, maxLength, minLength } from './password-rules.ts'
import classes from './set-password.module.css'

interface Props {
  submit: string
  send: (password: string) => Promise<void>
  /** For whoever keeps passwords: under which name this one belongs. */
  username?: string
  onDone: () => void
  /** Larger where the form is all there is on the page. */
  size?: 'sm' | 'md'
  /** The server knows no such link any more. */
  onRefused?: () => void
  /** What is asked for before the new password, and whether it is there. */
  children?: ReactNode
  isReady?: () => boolean
}

function useSetPassword({ send, onDone, onRefused }: Props, onWeak: () => void) {
  return useMutation({
    mutationFn: send,
    // Only what surely was not done: a second try of a lost answer would find the link used.
    retry: (failures, error) => failures < 2 && isProblem(error) && error.status === 503,
    onSuccess: onDone,
    onError: (error) => {
      if (isProblem(error, 'PASSWORD_LINK_INVALID') || isProblem(error, 'INVITATION_INVALID')) onRefused?.()
      else if (isProblem(error, 'PASSWORD_TOO_WEAK')) onWeak()
    },
  })
}

export function NewPasswordForm(props: Props) {
  const { t } = useTranslation()
  const [password, setPasswordText] = useState('')
  const [repeated, setRepeated] = useState('')
  const [tried, setTried] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const repeatField = useRef<HTMLInputElement>(null)
  const attempt = useSetPassword(props, () => passwordField.current?.focus())
  const fault = faultOf(password)
  const weak = isProblem(attempt.error, 'PASSWORD_TOO_WEAK') ? attempt.error.detail : null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (props.isReady?.() === false) return
    if (fault !== null) passwordField.current?.focus()
    else if (repeated !== password) repeatField.current?.focus()
    else attempt.mutate(password)
  }

  function edit(text: string) {
    setPasswordText(text)
    setTried(false)
    if (attempt.isError) attempt.reset()
  }

  const faultText = fault !== null && t(`setPassword.${fault}`, { min: minLength, max: maxLength })
  return (
    <form onSubmit={submit} noValidate className={classes.fields}>
      {props.username !== undefined && (
        <input type="text" name="username" autoComplete="username" value={props.username} readOnly hidden />
      )}
      {attempt.isError && weak === null && (
        <ProblemAlert title={t('setPassword.failed')} error={attempt.error} />
      )}
      {props.children}
      <Fields
        size={props.size ?? 'md'}
        passwordField={passwordField}
        repeatField={repeatField}
        password={{ value: password, onChange: edit }}
        repeat={{ value: repeated, onChange: setRepeated }}
        passwordError={weak ?? (tried && faultText)}
        repeatError={tried && fault === null && repeated !== password && t('setPassword.mismatch')}
      />
      <Button type="submit" size={props.size ?? 'md'} loading={attempt.isPending}>
        {props.submit}
      </Button>
    </form>
  )
}

interface Field {
  value: string
  onChange: (text: string) => void
}

interface FieldsProps {
  size: 'sm' | 'md'
  passwordField: RefObject<HTMLInputElement | null>
  repeatField: RefObject<HTMLInputElement | null>
  password: Field
  repeat: Field
  passwordError: string | false
  repeatError: string | false
}

/** Both are shown or hidden together: comparing is what showing is for. */
function Fields(props: FieldsProps) {
  const { t } = useTranslation()
  const { size, passwordField, repeatField, password, repeat, passwordError, repeatError } = props
  const [visible, setVisible] = useState(false)
  const common = {
    size,
    autoComplete: 'new-password',
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: { 'aria-label': t('signIn.showPassword'), tabIndex: 0 },
  } as const
  return (
    <>
      <PasswordInput
        {...common}
        ref={passwordField}
        name="new-password"
        label={t('setPassword.password')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<PasswordRulesList password={password.value} />}
        value={password.value}
        onChange={(event) => password.onChange(event.currentTarget.value)}
        error={passwordError}
        aria-invalid={passwordError !== false}
      />
      <PasswordInput
        {...common}
        ref={repeatField}
        name="repeat-password"
        label={t('setPassword.repeat')}
        value={repeat.value}
        onChange={(event) => repeat.onChange(event.currentTarget.value)}
        error={repeatError}
        aria-invalid={repeatError !== false}
      />
    </>
  )
}

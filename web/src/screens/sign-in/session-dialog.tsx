import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  api,
  joinSession,
  signIn,
  signInOptionsQuery,
  type Me,
  type SecondFactorQuestion,
} from '../../api/index.ts'
import { accountOfPath, providerStart } from '../../parts/single-sign-on/provider-way.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'

interface Props {
  me: Me
  onOpen: () => void
  onLeave: () => void
}

/** The same person signs in again over the page they were on; it stays as it was, typed words and all. */
export function SessionDialog({ me, onOpen, onLeave }: Props) {
  const { t } = useTranslation()
  const account = accountOfPath(window.location.pathname)
  const { data: options } = useQuery(signInOptionsQuery(account))
  const isPasswordOpen = options?.password !== false && me.email !== null && hasPassword(me)
  const [question, ask] = useState<SecondFactorQuestion | null>(null)
  useJoining(me, onOpen)
  return (
    <Modal
      opened
      onClose={onLeave}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
      title={
        <Text fw={650} size="lg">
          {t('signIn.overTitle')}
        </Text>
      }
      // What was on the page is not for whoever passes by.
      overlayProps={{ backgroundOpacity: 0.75, blur: 8 }}
    >
      <Stack gap="md">
        <Text size="sm">{t('signIn.overDetail')}</Text>
        {question !== null && (
          <SecondStep
            question={question}
            submit={t('signIn.goOn')}
            onDone={onOpen}
            onStartAgain={() => ask(null)}
          />
        )}
        {question === null && isPasswordOpen && (
          <PasswordAgain email={me.email ?? ''} onOpen={onOpen} onQuestion={ask} />
        )}
        {question === null && (
          // A passkey may be somebody else's: then the page is not theirs to see.
          <PasskeyButton
            account={account}
            onDone={() => void goOnAs(me, onOpen).catch(() => window.location.assign('/app/'))}
          />
        )}
        {question === null && options?.singleSignOn === true && (
          <NewTab href={providerStart(account, '/')}>{t('signIn.companyNewTab')}</NewTab>
        )}
        {question === null && options?.oidc === true && (
          <NewTab href={providerStart(undefined, '/')}>{t('signIn.organisationNewTab')}</NewTab>
        )}
        <Button variant="subtle" onClick={onLeave}>
          {t('signIn.somebodyElse')}
        </Button>
      </Stack>
    </Modal>
  )
}

/** Who proves themselves at their organisation has no password here. */
const hasPassword = (me: Me) => !me.accounts.some(({ stepUp }) => stepUp?.methods.includes('oidc'))

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <Button component="a" variant="default" href={href} target="_blank" rel="noopener">
      {children}
    </Button>
  )
}

async function goOnAs(me: Me, onOpen: () => void) {
  const now = await api.get('/me')
  if (now.email === me.email) onOpen()
  else window.location.assign('/app/')
}

/** Whoever signs in in another tab and comes back need not do it twice. */
function useJoining(me: Me, onOpen: () => void) {
  async function join() {
    if (await joinSession()) await goOnAs(me, onOpen)
  }
  useWindowEvent('focus', () => void join().catch(() => undefined))
}

interface PasswordProps {
  email: string
  onOpen: () => void
  onQuestion: (question: SecondFactorQuestion) => void
}

function PasswordAgain({ email, onOpen, onQuestion }: PasswordProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const attempt = useMutation({
    mutationFn: () => signIn(email, password),
    onSuccess: (question) => (question === null ? onOpen() : onQuestion(question)),
    onError: () => setPassword(''),
  })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (password !== '') attempt.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {attempt.isError && <ProblemAlert title={t('signIn.failed')} error={attempt.error} />}
        {/* For the keepers of passwords, which look for the name beside it. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <PasswordInput
          data-autofocus
          // Escape would reach the dialog underneath and close it with what was typed.
          data-mantine-stop-propagation="true"
          name="password"
          autoComplete="current-password"
          label={t('signIn.passwordOf', { email })}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
        />
        <Button type="submit" loading={attempt.isPending} disabled={password === ''}>
          {t('signIn.goOn')}
        </Button>
      </Stack>
    </form>
  )
}

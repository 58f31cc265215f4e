import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { operatorSession } from '../../api/index.ts'
import { TotpSecret } from '../../parts/second-factor/totp-secret.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { problemText } from '../../ui/problem-text.ts'
import classes from './operator.module.css'

export function Entrance({ isSetup, hasOperators }: { isSetup: boolean; hasOperators: boolean }) {
  const { t } = useTranslation()
  if (isSetup) return <Setup token={new URLSearchParams(location.hash.slice(1)).get('token') ?? ''} />
  return (
    <>
      <PageHeader title={t('operatorPlace.signIn')} lead={t('operatorPlace.signInLead')} />
      {hasOperators ? (
        <SignIn />
      ) : (
        <Notice tone="info" title={t('operatorPlace.noOperator')}>
          {t('operatorPlace.noOperatorDetail')} <code>vigie operator add name@example.org</code>
        </Notice>
      )}
    </>
  )
}

function SignIn() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const first = useMutation({
    mutationFn: () => operatorSession.post('/api/operator/sign-in', { body: { email, password } }),
  })
  if (first.data) return <SecondStep challenge={first.data.challenge} />
  return (
    <Form title={t('operatorPlace.signIn')} send={t('operatorPlace.next')} work={first}>
      <TextInput
        label={t('operatorPlace.email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        required
      />
      <PasswordInput
        label={t('operatorPlace.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        required
      />
    </Form>
  )
}

function SecondStep({ challenge }: { challenge: string }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const pass = useMutation({
    mutationFn: () =>
      operatorSession.post('/api/operator/second-factor', {
        body: { challenge, ...(isRecovery ? { recoveryCode: code.trim() } : { totp: code.trim() }) },
      }),
    onSuccess: () => location.reload(),
  })
  const label = isRecovery ? t('operatorPlace.recoveryCode') : t('operatorPlace.code')
  return (
    <Form title={label} send={t('operatorPlace.enter')} work={pass}>
      <TextInput
        label={label}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        required
        data-autofocus
      />
      <Button variant="subtle" className={classes.send} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? t('operatorPlace.useApp') : t('operatorPlace.useRecovery')}
      </Button>
    </Form>
  )
}

function Setup({ token }: { token: string }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const link = useQuery({
    queryKey: ['operator', 'setup'],
    queryFn: () => operatorSession.post('/api/operator/setup/read', { body: { token } }),
    staleTime: Infinity,
    retry: false,
  })
  const finish = useMutation({
    mutationFn: () =>
      operatorSession.post('/api/operator/setup', { body: { token, password, totp: totp.trim() } }),
  })
  if (finish.data) return <Codes codes={finish.data.recoveryCodes} />
  const lead = link.data && t('operatorPlace.setupLead', { email: link.data.email })
  return (
    <>
      <PageHeader title={t('operatorPlace.setup')} lead={lead} />
      {link.isError && <Refusal error={link.error} />}
      {link.data && (
        <Form title={t('operatorPlace.setup')} send={t('operatorPlace.finish')} work={finish}>
          <PasswordInput
            label={t('operatorPlace.newPassword')}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            required
          />
          <TotpSecret shown={link.data} />
          <TextInput
            label={t('operatorPlace.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={totp}
            onChange={(event) => setTotp(event.currentTarget.value)}
            required
          />
        </Form>
      )}
    </>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('operatorPlace.codes')} lead={t('operatorPlace.codesDetail')} />
      <div className={classes.door}>
        <Panel title={t('operatorPlace.codes')}>
          <ul className={classes.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Button component="a" href="/operator/overview">
            {t('operatorPlace.go')}
          </Button>
        </Panel>
      </div>
    </>
  )
}

interface FormProps {
  title: string
  send: string
  work: { mutate: () => void; isPending: boolean; error: Error | null }
  children: ReactNode
}

function Form({ title, send, work, children }: FormProps) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    work.mutate()
  }
  return (
    <div className={classes.door}>
      <Panel title={title}>
        <form onSubmit={submit} className={classes.form}>
          {work.error && <Refusal error={work.error} />}
          {children}
          <Button type="submit" loading={work.isPending} className={classes.send}>
            {send}
          </Button>
        </form>
      </Panel>
    </div>
  )
}

function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" live="assertive" title={t('operatorPlace.failed')}>
      {problemText(error, t)}
    </Notice>
  )
}

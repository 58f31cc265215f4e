import { Button, Divider } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery, repeatQuestion, signInOptionsQuery, type SecondFactorQuestion } from '../../api/index.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Entrance } from './entrance.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
import { useLinkedChallenge } from './use-linked-challenge.ts'

/** Only a path of our own: a mailed link must not send people on to a foreign page. */
function safePath(returnTo: string | undefined): string {
  return returnTo !== undefined && /^\/(?![/\\])/.test(returnTo) ? returnTo : '/'
}

/** Once there is a session: to where the person wanted to go. */
function useEnter(returnTo: string | undefined) {
  const router = useRouter()
  const queries = useQueryClient()
  return (path = safePath(returnTo)) => {
    queries
      .fetchQuery(meQuery)
      .then(() => router.navigate({ href: path, replace: true }))
      .catch((error: unknown) => toast.problem(error))
  }
}

export function SignIn() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/sign-in' })
  const linked = useLinkedChallenge()
  const [given, setGiven] = useState<SecondFactorQuestion | 'none' | null>(null)
  const repeated = useQuery({
    queryKey: ['second-factor-question', linked?.challenge],
    queryFn: () => repeatQuestion(linked?.challenge ?? ''),
    enabled: linked !== null && given === null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const enter = useEnter(linked?.returnTo ?? search.returnTo)
  usePageTitle(t('signIn.pageTitle'))
  const question = given === 'none' ? null : (given ?? repeated.data ?? null)
  if (question !== null) {
    return (
      <Entrance title={t('signIn.secondTitle')} lead={t('signIn.secondLead')}>
        <SecondStep
          question={question}
          submit={t('signIn.submit')}
          // Whoever needs a recovery code has lost something that should be replaced.
          onDone={(isRecovered) => (isRecovered ? enter('/security?recovered=true') : enter())}
          onStartAgain={() => setGiven('none')}
        />
      </Entrance>
    )
  }
  return (
    <Entrance title={t('signIn.title')} lead={t('signIn.lead')}>
      {repeated.isError && <ProblemAlert title={t('signIn.failed')} error={repeated.error} />}
      <Arrival />
      <PasswordForm onOpen={() => enter()} onQuestion={setGiven} />
      <OtherWays returnTo={search.returnTo} onOpen={() => enter()} />
    </Entrance>
  )
}

/** Why somebody stands before the door. */
function Arrival() {
  const { t } = useTranslation()
  const { error, ended, passwordSet, accepted } = useSearch({ from: '/sign-in' })
  return (
    <>
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
      {accepted === true && (
        <Notice tone="good" live="polite">
          {t('signIn.accepted')}
        </Notice>
      )}
    </>
  )
}

function OtherWays({ returnTo, onOpen }: { returnTo: string | undefined; onOpen: () => void }) {
  const { t } = useTranslation()
  const { data: options } = useQuery(signInOptionsQuery)
  const page = `/app${returnTo ?? ''}`
  if (options === undefined) return null
  return (
    <>
      {(options.oidc || options.passkey) && <Divider label={t('signIn.or')} />}
      <PasskeyButton onDone={onOpen} />
      {options.oidc && (
        <Button
          component="a"
          variant="default"
          size="md"
          href={`/auth/oidc/start?returnTo=${encodeURIComponent(page)}`}
        >
          {t('signIn.organisation')}
        </Button>
      )}
    </>
  )
}

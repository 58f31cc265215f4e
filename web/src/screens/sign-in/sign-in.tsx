import { Button, Divider, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery, repeatQuestion, signInOptionsQuery, type SecondFactorQuestion } from '../../api/index.ts'
import { accountOfPath, providerStart } from '../../parts/single-sign-on/provider-way.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Entrance } from './entrance.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondStep } from './second-step.tsx'
import { useLinkedChallenge } from './use-linked-challenge.ts'

/** Why an identity provider, or what became of its answer, let nobody in. */
const refusals = [
  'address',
  'no-provider',
  'address-unsafe',
  'issuer-unreachable',
  'issuer-wrong',
  'state-mismatch',
  'provider-refused',
  'token-refused',
  'id-token-refused',
  'userinfo-failed',
  'no-email',
  'email-not-verified',
  'not-invited',
  'not-proved-anew',
  'no-role',
  'address-taken',
  'suspended',
] as const

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
  const returnTo = linked?.returnTo ?? search.returnTo
  const enter = useEnter(returnTo)
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
      <Ways returnTo={returnTo} onOpen={enter} onQuestion={setGiven} />
    </Entrance>
  )
}

/** Why somebody stands before the door. */
function Arrival() {
  const { t } = useTranslation()
  const { error, ended, passwordSet, accepted } = useSearch({ from: '/sign-in' })
  return (
    <>
      {error !== undefined && (
        <Notice tone="bad" live="assertive">
          {t(`signIn.refused.${refusals.find((one) => one === error) ?? 'other'}`)}
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

interface WaysProps {
  returnTo: string | undefined
  onOpen: (path?: string) => void
  onQuestion: (question: SecondFactorQuestion) => void
}

/** Through the company where the account has that; and otherwise, unless the account wants nothing else. */
function Ways({ returnTo, onOpen, onQuestion }: WaysProps) {
  const { t } = useTranslation()
  const { account: named } = useSearch({ from: '/sign-in' })
  const [isElsewhere, setElsewhere] = useState(false)
  const wanted = named ?? accountOfPath(returnTo)
  const account = isElsewhere ? undefined : wanted
  const { data: options, isPending } = useQuery(signInOptionsQuery(account))
  const page = returnTo ?? (wanted === undefined ? '/' : `/account/${wanted}`)
  const open = () => (isElsewhere ? onOpen('/') : onOpen())
  // A form that vanishes under somebody's hands is worse than one that comes a moment later.
  if (account !== undefined && isPending) return <Skeleton height={42} radius="md" />
  const isClosed = options?.password === false
  return (
    <>
      {options?.singleSignOn === true && (
        <Button component="a" size="md" href={providerStart(account, page)}>
          {t('signIn.company')}
        </Button>
      )}
      {isClosed ? (
        <Button variant="subtle" onClick={() => setElsewhere(true)}>
          {t('signIn.elsewhere')}
        </Button>
      ) : (
        <>
          {options?.singleSignOn === true && <Divider label={t('signIn.or')} />}
          <PasswordForm onOpen={open} onQuestion={onQuestion} />
          <OtherWays account={account} page={page} onOpen={open} />
        </>
      )}
    </>
  )
}

function OtherWays({
  account,
  page,
  onOpen,
}: {
  account: number | undefined
  page: string
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const { data: options } = useQuery(signInOptionsQuery(account))
  if (options === undefined) return null
  return (
    <>
      {(options.oidc || options.passkey) && <Divider label={t('signIn.or')} />}
      <PasskeyButton account={account} onDone={onOpen} />
      {options.oidc && (
        <Button component="a" variant="default" size="md" href={providerStart(undefined, page)}>
          {t('signIn.organisation')}
        </Button>
      )}
    </>
  )
}

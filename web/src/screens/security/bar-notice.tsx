import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { giveFreshProof, meQuery, type Account, type Me } from '../../api/index.ts'
import { providerStart } from '../../parts/single-sign-on/provider-way.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useSignOut } from '../shell/use-sign-out.ts'
import { factorsQuery } from './security.queries.ts'

/** For whoever has just signed in with a recovery code. */
export function RecoveredNotice() {
  const { t } = useTranslation()
  const { recovered } = useSearch({ from: '/security' })
  if (recovered !== true) return null
  return (
    <Notice tone="warning" live="polite" title={t('security.recoveredTitle')}>
      {t('security.recoveredDetail')}
    </Notice>
  )
}

/** Why somebody who wanted to enter an account stands here, and how they get in. */
export function BarNotice({ me }: { me: Me }) {
  const { t } = useTranslation()
  const { account: accountId } = useSearch({ from: '/security' })
  const account = me.accounts.find((one) => one.accountId === accountId)
  if (account === undefined) return null
  if (account.barred === 'SECOND_FACTOR_REQUIRED') return <FactorWanted account={account} />
  if (account.barred === 'SINGLE_SIGN_ON_REQUIRED') return <ProviderWanted account={account} />
  if (account.barred === 'SIGN_IN_AGAIN') return <SignInWanted account={account} />
  return (
    <Notice tone="good" live="polite" title={t('security.openTitle', { account: account.name })}>
      <div>
        <ButtonLink size="xs" mt={6} to="/account/$accountId" params={{ accountId: account.accountId }}>
          {t('security.enter')}
        </ButtonLink>
      </div>
    </Notice>
  )
}

function FactorWanted({ account }: { account: Account }) {
  const { t } = useTranslation()
  const { data: factors } = useQuery(factorsQuery)
  const prove = useApiMutation({ mutationFn: giveFreshProof, invalidates: [meQuery.queryKey] })
  const hasFactor = (factors?.content.length ?? 0) > 0
  return (
    <Notice tone="warning" live="polite" title={t('security.wantedTitle', { account: account.name })}>
      <span>{t(hasFactor ? 'security.wantedGive' : 'security.wantedSetUp')}</span>
      {hasFactor && (
        <div>
          <Button size="xs" mt={6} loading={prove.isPending} onClick={() => prove.mutate()}>
            {t('security.give')}
          </Button>
        </div>
      )}
    </Notice>
  )
}

/** The account lets people in through its own provider only. */
function ProviderWanted({ account: { accountId, name } }: { account: Account }) {
  const { t } = useTranslation()
  return (
    <Notice tone="warning" live="polite" title={t('security.providerTitle', { account: name })}>
      <span>{t('security.providerDetail')}</span>
      <div>
        <Button component="a" size="xs" mt={6} href={providerStart(accountId, `/account/${accountId}`)}>
          {t('signIn.company')}
        </Button>
      </div>
    </Notice>
  )
}

/** For whoever came through an account's provider, which has no say in what is their own. */
export function ConfinedNotice({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation()
  const leave = useMutation({ mutationFn: useSignOut({ returnTo: '/security' }) })
  return (
    <Notice tone="info" live="polite" title={t('security.confinedTitle')}>
      <span>{t(hasPassword ? 'security.confinedDetail' : 'security.confinedOnly')}</span>
      {hasPassword && (
        <div>
          <Button size="xs" mt={6} loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('security.confinedLeave')}
          </Button>
        </div>
      )}
    </Notice>
  )
}

function SignInWanted({ account: { accountId, name } }: { account: Account }) {
  const { t } = useTranslation()
  const leave = useMutation({ mutationFn: useSignOut({ returnTo: `/account/${accountId}` }) })
  return (
    <Notice tone="warning" live="polite" title={t('security.endedTitle', { account: name })}>
      <span>{t('security.endedDetail')}</span>
      <div>
        <Button size="xs" mt={6} loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('security.signInAgain')}
        </Button>
      </div>
    </Notice>
  )
}

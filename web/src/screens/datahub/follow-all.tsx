import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { Provider } from './datahub.queries.ts'

interface Props {
  accountId: number
  provider: Provider
  name: string
  onClose: () => void
}

type Name = Provider['provider']
const body = { all: true } as const

/** The server takes some thousands at a time and says whether there are more. */
async function inParts(next: () => Promise<{ count: number; remaining: boolean }>): Promise<number> {
  const { count, remaining } = await next()
  return remaining ? count + (await inParts(next)) : count
}

const followAll = (accountId: number, provider: Name) =>
  inParts(async () => {
    const path = '/datahub/providers/{provider}/activate'
    const { activated: count, remaining } = await api
      .account(accountId)
      .post(path, { path: { provider }, body })
    return { count, remaining }
  })

const stopAll = (accountId: number, provider: Name) =>
  inParts(async () => {
    const path = '/datahub/providers/{provider}/deactivate'
    const { deactivated: count, remaining } = await api
      .account(accountId)
      .post(path, { path: { provider }, body })
    return { count, remaining }
  })

export function FollowAll({ accountId, provider, name, onClose }: Props) {
  const { t } = useTranslation()
  const follow = useApiMutation({
    mutationFn: () => followAll(accountId, provider.provider),
    successMessage: (count) => (count === 0 ? t('datahub.followedNone') : t('datahub.followed', { count })),
    invalidates: [['thirdparty', accountId]],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('datahub.followTitle', { name })}
      detail={t('datahub.followDetail')}
      confirm={t('datahub.follow')}
      onConfirm={() => follow.mutate()}
      pending={follow.isPending}
    >
      {provider.kind === 'HTTP' && <Notice tone="warning">{t('datahub.followHttp')}</Notice>}
    </ConfirmDialog>
  )
}

export function StopAll({ accountId, provider, name, onClose }: Props) {
  const { t } = useTranslation()
  const stop = useApiMutation({
    mutationFn: () => stopAll(accountId, provider.provider),
    successMessage: (count) => (count === 0 ? t('datahub.stoppedNone') : t('datahub.stopped', { count })),
    invalidates: [['thirdparty', accountId]],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('datahub.stopTitle', { name })}
      detail={t('datahub.stopDetail')}
      confirm={t('datahub.stop')}
      tone="danger"
      onConfirm={() => stop.mutate()}
      pending={stop.isPending}
    />
  )
}

import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { Provider } from './datahub.queries.ts'

interface Props {
  accountId: number
  provider: Provider
  name: string
  onClose: () => void
}

/** The server takes some thousands at a time and says whether there are more. */
async function followAll(accountId: number, provider: Provider['provider']): Promise<number> {
  let count = 0
  for (;;) {
    const part = await api.post(
      '/datahub/providers/{provider}/activate',
      { accountId, provider },
      { body: { all: true } },
    )
    count += part.activated
    if (!part.remaining) return count
  }
}

export function FollowAll({ accountId, provider, name, onClose }: Props) {
  const { t } = useTranslation()
  const follow = useAct({
    act: () => followAll(accountId, provider.provider),
    done: (count) => (count === 0 ? t('datahub.followedNone') : t('datahub.followed', { count })),
    refresh: [['thirdparty', accountId]],
    onDone: onClose,
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

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArchive, IconArchiveOff, IconDots, IconFolderPlus, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useApiMutation } from '../../../ui/use-api-mutation.ts'
import { useRights } from '../../../ui/use-rights.ts'
import { companyKey, type Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { OpenDossierDialog } from './open-dossier-dialog.tsx'

export function HeaderActions({ record }: { record: Company }) {
  const { t } = useTranslation()
  const { accountId } = useThirdPartyIds()
  const rights = useRights(accountId)
  const [isOpening, opening] = useDisclosure(false)
  if (!rights.manage) return null
  if (record.archived) return <Reactivate />
  return (
    <>
      <Button leftSection={<IconFolderPlus size={17} aria-hidden="true" />} onClick={opening.open}>
        {t('thirdparty.actions.openDossier')}
      </Button>
      <MoreActions record={record} />
      <OpenDossierDialog opened={isOpening} onClose={opening.close} />
    </>
  )
}

function useChangedKeys() {
  const ids = useThirdPartyIds()
  return [companyKey(ids), ['thirdparties', ids.accountId], ['dossiers', ids.accountId]] as const
}

function MoreActions({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const refresh = useChangedKeys()
  const [isArchiving, archiving] = useDisclosure(false)
  const readAgain = useApiMutation({
    mutationFn: () => api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/refresh', { path: ids }),
    successMessage: ({ outcome }) => t(`thirdparty.actions.refreshed.${outcome}`),
    invalidates: refresh,
  })
  const archive = useApiMutation({
    mutationFn: () => api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/archive', { path: ids }),
    successMessage: t('thirdparty.actions.archivedDone'),
    invalidates: refresh,
  })
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={250}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            loading={readAgain.isPending}
            aria-label={t('thirdparty.actions.more')}
          >
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {record.source === 'MANAGED' && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => readAgain.mutate()}>
              {t('thirdparty.actions.refresh')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={archiving.open}>
            {t('thirdparty.actions.archive')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isArchiving}
        onClose={archiving.close}
        title={t('thirdparty.actions.archiveTitle', { name: record.name ?? t('portfolio.unnamed') })}
        detail={t('thirdparty.actions.archiveDetail')}
        confirm={t('thirdparty.actions.archiveConfirm')}
        tone="danger"
        pending={archive.isPending}
        onConfirm={() => archive.mutate(undefined, { onSettled: archiving.close })}
      />
    </>
  )
}

function Reactivate() {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const reactivate = useApiMutation({
    mutationFn: () =>
      api.account(ids.accountId).post('/thirdparties/{thirdpartyId}/reactivate', { path: ids }),
    successMessage: t('thirdparty.actions.reactivated'),
    invalidates: useChangedKeys(),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconArchiveOff size={17} aria-hidden="true" />}
      loading={reactivate.isPending}
      onClick={() => reactivate.mutate()}
    >
      {t('thirdparty.actions.reactivate')}
    </Button>
  )
}

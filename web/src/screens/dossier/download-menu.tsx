import { Button, Menu, Text } from '@mantine/core'
import { IconDownload, IconFileZip, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import type { Dossier } from './dossier.queries.ts'

const kinds = {
  files: { path: '/dossiers/{dossierId}/files/download', icon: IconFileZip, right: 'read' },
  proof: { path: '/dossiers/{dossierId}/proof-bundle', icon: IconShieldCheck, right: 'audit' },
} as const

type Kind = keyof typeof kinds

/** Everything that was sent, or what proves it. */
export function DownloadMenu({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const rights = useRights(accountId)
  const { dossierId } = dossier
  const save = useApiMutation({
    mutationFn: async (kind: Kind) => {
      const file = await api.account(accountId).download(kinds[kind].path, { path: { dossierId } })
      return saveFile(file, `dossier-${dossierId}-${kind}.zip`)
    },
  })
  return (
    <Menu position="bottom-end" withinPortal width={300}>
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={17} stroke={1.7} aria-hidden="true" />}
        >
          {t('common.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(kinds) as Kind[])
          .filter((kind) => rights[kinds[kind].right])
          .map((kind) => {
            const Icon = kinds[kind].icon
            return (
              <Menu.Item
                key={kind}
                leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
                onClick={() => save.mutate(kind)}
              >
                {t(`dossier.save.${kind}`)}
                <Text size="xs" c="dimmed">
                  {t(`dossier.save.${kind}Help`)}
                </Text>
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ThirdParty } from '../../api/index.ts'
import { formatIdentifier, useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { StatusCell } from './status-cell.tsx'

interface Props {
  accountId: number
  added: ThirdParty
  onAnother: () => void
}

/** What the register answered. */
export function AddedResult({ accountId, added, onAnother }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const openLink = useRef<HTMLAnchorElement>(null)
  // The button that had the focus is gone with the form.
  useEffect(() => openLink.current?.focus(), [])
  const { headOffice, countryCode } = added
  const place = [headOffice?.postalCode, headOffice?.city]
    .filter((part) => typeof part === 'string')
    .join(' ')
  const country = countryCode === null ? '' : format.country(countryCode)
  return (
    <Stack gap="md">
      {added.identityStatus === 'PENDING' ? (
        <Notice tone="info">{t('add.donePending')}</Notice>
      ) : (
        <div>
          <Group justify="space-between" gap="xs">
            <Text fw={650} size="lg">
              {added.name}
            </Text>
            <StatusCell row={added} />
          </Group>
          <Text c="dimmed" size="sm">
            {t(`add.${added.legalIdentifier.code}`)} {formatIdentifier(added.legalIdentifier)}
          </Text>
          <Text size="sm" mt="xs">
            {[place, country].filter((part) => part !== '').join(', ')}
          </Text>
          <Text size="sm">{added.mainActivity}</Text>
        </div>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {t('add.another')}
        </Button>
        <Button
          component={Link}
          to={`/account/${accountId}/thirdparties/${added.thirdpartyId}`}
          ref={openLink}
        >
          {t('add.open')}
        </Button>
      </Group>
    </Stack>
  )
}

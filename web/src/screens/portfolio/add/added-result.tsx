import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { thirdPartyQuery, type Answer } from '../../../api/index.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { formatIdentifier, useFormat } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { StatusCell } from '../list/status-cell.tsx'
import { AddedContact } from './added-contact.tsx'
import type { NewCompany } from './details-form.tsx'
import { OpenedDossiers } from './opened-dossiers.tsx'

interface Props {
  accountId: number
  added: Answer<'addThirdParty'>
  /** As it was asked for. */
  command: NewCompany
  onAnother: () => void
}

/** What the register answered, and what the rules made of it. */
export function AddedResult({ accountId, added, command, onAnother }: Props) {
  const { t } = useTranslation()
  const { thirdpartyId } = added
  const openLink = useRef<HTMLAnchorElement>(null)
  // The button that had the focus is gone with the form.
  useEffect(() => openLink.current?.focus(), [])
  const { data } = useQuery(thirdPartyQuery(accountId, thirdpartyId))
  const company = data ?? added
  return (
    <Stack gap="md">
      {company.identityStatus === 'PENDING' ? (
        <Notice tone="info">{t('add.donePending')}</Notice>
      ) : (
        <Identity company={company} />
      )}
      <OpenedDossiers accountId={accountId} thirdpartyId={thirdpartyId} />
      <AddedContact accountId={accountId} contact={command.contacts?.[0]} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onAnother}>
          {t('add.another')}
        </Button>
        <ButtonLink
          to="/account/$accountId/thirdparties/$thirdpartyId"
          params={{ accountId, thirdpartyId }}
          ref={openLink}
        >
          {t('add.open')}
        </ButtonLink>
      </Group>
    </Stack>
  )
}

type Company = Pick<
  Answer<'addThirdParty'>,
  'name' | 'headOffice' | 'countryCode' | 'legalIdentifier' | 'mainActivity' | 'identityStatus' | 'status'
>

function Identity({ company }: { company: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { headOffice, countryCode } = company
  const place = [headOffice?.postalCode, headOffice?.city]
    .filter((part) => typeof part === 'string')
    .join(' ')
  const country = countryCode === null ? '' : format.country(countryCode)
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text fw={650} size="lg">
          {company.name}
        </Text>
        <StatusCell row={company} />
      </Group>
      {company.legalIdentifier !== null && (
        <Text c="dimmed" size="sm">
          {t(`add.${company.legalIdentifier.code}`)} {formatIdentifier(company.legalIdentifier)}
        </Text>
      )}
      <Text size="sm" mt="xs">
        {[place, country].filter((part) => part !== '').join(', ')}
      </Text>
      <Text size="sm">{company.mainActivity}</Text>
    </div>
  )
}

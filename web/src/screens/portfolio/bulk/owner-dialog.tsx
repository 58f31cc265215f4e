import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../parts/form-dialog/form-dialog.tsx'
import { PartyInput } from '../../../parts/owners/party-input.tsx'
import { partyBody, readParty } from '../../../parts/owners/party.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import { useNaming } from './use-naming.ts'
import type { Selection } from './use-selection.ts'
import { ChangedMeter, WhichCompanies } from './which-companies.tsx'

interface Props {
  portfolio: Portfolio
  selection: Selection
  onClose: () => void
  onDone: () => void
}

/** Into one name, or into nobody's; how many is said on the button before anything is changed. */
export function OwnerDialog({ portfolio, selection, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const [owner, setOwner] = useState<string | null>(null)
  const [isAll, setIsAll] = useState(selection.isAll)
  const naming = useNaming(portfolio, onDone)
  const count = isAll ? selection.matching : selection.ticked.size
  function submit() {
    const ids = isAll ? null : [...selection.ticked.keys()]
    naming.mutate({ owner: owner === null ? null : partyBody(readParty(owner)), ids })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.bulk.title')}
      submit={count === null ? t('owners.bulk.submit') : t('owners.bulk.submitFor', { count })}
      onSubmit={submit}
      pending={naming.isPending}
      error={naming.error}
    >
      <PartyInput
        accountId={portfolio.accountId}
        label={t('owners.bulk.to')}
        description={t('owners.bulk.toHelp')}
        placeholder={t('owners.nobody')}
        value={owner}
        onChange={setOwner}
        autofocus
      />
      <WhichCompanies portfolio={portfolio} selection={selection} isAll={isAll} onChange={setIsAll} />
      {isAll && (
        <Text size="sm" c="dimmed">
          {t('owners.bulk.archived')}
        </Text>
      )}
      <ChangedMeter moved={naming.moved} most={count} />
    </FormDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import { handOver, isNothing, ownedQuery } from './hand-over.queries.ts'
import { OwnedList } from './owned-list.tsx'
import { keysAfterHandOver } from './owners.queries.ts'
import { PartyInput } from './party-input.tsx'
import { partyBody, partyText, readParty, type Party } from './party.ts'
import { usePartyName } from './use-party-name.ts'

interface Props {
  accountId: number
  from: Party
  name: string
  onClose: () => void
}

/** Everything of a person or a team into another name, in one step. */
export function HandOverDialog({ accountId, from, name, onClose }: Props) {
  const { t } = useTranslation()
  const [to, setTo] = useState<string | null>(null)
  const heir = usePartyName(accountId, to)
  const owned = useQuery(ownedQuery(accountId, from))
  const isFree = owned.data === undefined || isNothing(owned.data)
  const handing = useApiMutation({
    mutationFn: (heirText: string) => handOver(accountId, from, partyBody(readParty(heirText))),
    successMessage: t('owners.handOver.done', { name: heir }),
    invalidates: keysAfterHandOver(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.handOver.title', { name })}
      submit={t('owners.handOver.submit')}
      onSubmit={() => to !== null && handing.mutate(to)}
      pending={handing.isPending}
      error={handing.error ?? owned.error}
      disabled={to === null || isFree}
    >
      <OwnedList name={name} owned={owned.data} />
      {!isFree && (
        <PartyInput
          accountId={accountId}
          label={t('owners.handOver.to')}
          description={t('owners.handOver.toHelp')}
          except={partyText(from)}
          value={to}
          onChange={setTo}
          autofocus
        />
      )}
    </FormDialog>
  )
}

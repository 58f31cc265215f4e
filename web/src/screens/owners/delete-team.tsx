import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { handOver, isNothing, ownedQuery } from '../../parts/owners/hand-over.queries.ts'
import { OwnedList } from '../../parts/owners/owned-list.tsx'
import { keysAfterHandOver } from '../../parts/owners/owners.queries.ts'
import type { Team } from '../../parts/people/teams.queries.ts'
import { PartyInput } from '../../parts/owners/party-input.tsx'
import { partyBody, partyText, readParty } from '../../parts/owners/party.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

interface Props {
  accountId: number
  team: Team
  onClose: () => void
}

/** What is in its name goes to somebody else first. */
export function DeleteTeam({ accountId, team: { teamId, name }, onClose }: Props) {
  const { t } = useTranslation()
  const [to, setTo] = useState<string | null>(null)
  const party = { userId: null, teamId }
  const owned = useQuery(ownedQuery(accountId, party))
  const isFree = owned.data !== undefined && isNothing(owned.data)
  const remove = useApiMutation({
    mutationFn: async () => {
      if (to !== null) await handOver(accountId, party, partyBody(readParty(to)))
      return api.account(accountId).delete('/teams/{teamId}', { path: { teamId } })
    },
    successMessage: t('owners.teamList.deleted', { name }),
    invalidates: keysAfterHandOver(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.teamList.deleteTitle', { name })}
      submit={t(isFree ? 'owners.teamList.delete' : 'owners.teamList.deleteSubmit')}
      danger
      onSubmit={() => remove.mutate()}
      pending={remove.isPending}
      error={remove.error ?? owned.error}
      disabled={owned.data === undefined || (!isFree && to === null)}
    >
      {owned.data === undefined && <Skeleton height={60} />}
      {isFree && <Text size="sm">{t('owners.teamList.deleteFree')}</Text>}
      {owned.data !== undefined && !isFree && (
        <>
          <OwnedList name={name} owned={owned.data} />
          <PartyInput
            accountId={accountId}
            label={t('owners.handOver.to')}
            description={t('owners.handOver.toHelp')}
            except={partyText(party)}
            value={to}
            onChange={setTo}
            autofocus
          />
        </>
      )}
    </FormDialog>
  )
}

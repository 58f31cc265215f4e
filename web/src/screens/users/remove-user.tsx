import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { FormDialog } from '../../parts/form-dialog/form-dialog.tsx'
import { handOver, isNothing, ownedQuery } from '../../parts/owners/hand-over.queries.ts'
import { OwnedList } from '../../parts/owners/owned-list.tsx'
import { keysAfterHandOver } from '../../parts/owners/owners.queries.ts'
import { PartyInput } from '../../parts/owners/party-input.tsx'
import { partyBody, partyText, readParty } from '../../parts/owners/party.ts'
import { Notice } from '../../ui/notice.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  onClose: () => void
}

/** Says first what is theirs; if somebody is named, that is handed over before they go. */
export function RemoveUser({ accountId, user, isSelf, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name, managed } = user
  const person = { userId, teamId: null }
  const [to, setTo] = useState<string | null>(null)
  const owned = useQuery(ownedQuery(accountId, person))
  const isFree = owned.data === undefined || isNothing(owned.data)
  const remove = useApiMutation({
    mutationFn: async () => {
      if (to !== null) await handOver(accountId, person, partyBody(readParty(to)))
      return api.account(accountId).delete('/users/{userId}', { path: { userId } })
    },
    successMessage: t('users.removed', { name }),
    invalidates: [['users', accountId], ...keysAfterHandOver(accountId)],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('users.removeTitle', { name })}
      submit={to === null ? t('common.remove') : t('owners.handOver.removeSubmit')}
      danger
      onSubmit={() => remove.mutate()}
      pending={remove.isPending}
      error={remove.error}
      disabled={owned.isPending}
    >
      <Text size="sm">{t('users.removeDetail')}</Text>
      {owned.isError ? (
        <Notice tone="warning">{t('owners.handOver.failed')}</Notice>
      ) : (
        <OwnedList name={name} owned={owned.data} />
      )}
      {!isFree && (
        <PartyInput
          accountId={accountId}
          label={t('owners.handOver.to')}
          description={t('owners.handOver.optionalHelp')}
          except={partyText(person)}
          value={to}
          onChange={setTo}
        />
      )}
      {managed && <Notice tone="warning">{t('users.removeManaged')}</Notice>}
      {isSelf && <Notice tone="bad">{t('users.removeSelf')}</Notice>}
    </FormDialog>
  )
}

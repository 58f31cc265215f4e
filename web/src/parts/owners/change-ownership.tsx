import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tagged } from '../../api/index.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useSeen } from '../../ui/use-seen.ts'
import { FormDialog } from '../form-dialog/form-dialog.tsx'
import {
  keysAfterNaming,
  ownershipKey,
  putFollowers,
  putOwner,
  type OwnedSubject,
  type Ownership,
} from './owners.queries.ts'
import { PartiesInput, type NamedParty } from './parties-input.tsx'
import { PartyInput } from './party-input.tsx'
import { partyBody, partyText, readParty } from './party.ts'

const mostFollowers = 50

interface Props {
  accountId: number
  subject: OwnedSubject
  thirdpartyId: number
  known: Tagged<Ownership>
  onClose: () => void
}

export function ChangeOwner({ accountId, subject, thirdpartyId, known: current, onClose }: Props) {
  const { t } = useTranslation()
  const known = useSeen(current)
  const { named } = known.value
  const before = named === null ? null : partyText(named)
  const [owner, setOwner] = useState(before)
  const change = useApiMutation({
    mutationFn: () =>
      putOwner(accountId, subject, owner === null ? null : partyBody(readParty(owner)), known.tag),
    successMessage: t('common.saved'),
    invalidates: keysAfterNaming(accountId),
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.changeOwner')}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
      disabled={owner === before}
    >
      <PartyInput
        accountId={accountId}
        label={t('owners.owner')}
        description={t('thirdpartyId' in subject ? 'owners.ownerHelp' : 'owners.ownerOfDossierHelp')}
        thirdpartyId={thirdpartyId}
        value={owner}
        onChange={setOwner}
        autofocus
      />
    </FormDialog>
  )
}

export function ChangeFollowers({ accountId, subject, thirdpartyId, known: current, onClose }: Props) {
  const { t } = useTranslation()
  const known = useSeen(current)
  const [followers, setFollowers] = useState<NamedParty[]>(known.value.followers)
  const change = useApiMutation({
    mutationFn: () => putFollowers(accountId, subject, followers.map(partyBody), known.tag),
    successMessage: t('common.saved'),
    invalidates: [ownershipKey(accountId, subject)],
    onSuccess: onClose,
    silent: true,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('owners.changeFollowers')}
      submit={t('common.save')}
      onSubmit={() => change.mutate()}
      pending={change.isPending}
      error={change.error}
    >
      <PartiesInput
        accountId={accountId}
        label={t('owners.followers')}
        description={t('owners.followersHelp')}
        thirdpartyId={thirdpartyId}
        value={followers}
        onChange={setFollowers}
        max={mostFollowers}
        autofocus
      />
    </FormDialog>
  )
}

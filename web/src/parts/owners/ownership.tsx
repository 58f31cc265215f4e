import { Button, Skeleton } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/index.ts'
import { currentLanguage } from '../../i18n/index.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ChangeFollowers, ChangeOwner } from './change-ownership.tsx'
import classes from './owners.module.css'
import {
  ownershipKey,
  ownershipQuery,
  putFollowers,
  readOwnership,
  type OwnedSubject,
  type Ownership as Known,
} from './owners.queries.ts'
import { partyBody, partyText } from './party.ts'

interface Props {
  subject: OwnedSubject
  /** The company it is or belongs to. */
  thirdpartyId: number
  /** What is archived stays as it is. */
  archived: boolean
  /** In a line where there is room, rather than one below the other. */
  compact?: boolean
}

/** Who answers for a company or a dossier and why, who follows it, and the ways to change that. */
export function Ownership({ subject, thirdpartyId, archived, compact = false }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage } = useRights(accountId)
  const [open, setOpen] = useState<'owner' | 'followers' | null>(null)
  const { data, isError } = useQuery(ownershipQuery(accountId, subject))
  if (isError) return <span className={classes.quiet}>{t('owners.loadFailed')}</span>
  if (data === undefined) return <Skeleton height={42} />
  const common = { accountId, subject, thirdpartyId, known: data, onClose: () => setOpen(null) }
  return (
    <div className={classes.ownership} data-compact={compact}>
      <div className={classes.words}>
        <Owner accountId={accountId} subject={subject} known={data.value} />
        <Followers known={data.value} />
      </div>
      {manage && !archived && (
        <div className={classes.acts}>
          <FollowButton accountId={accountId} subject={subject} known={data.value} />
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen('owner')}>
            {t('owners.changeOwner')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen('followers')}>
            {t('owners.followers')}
          </Button>
        </div>
      )}
      {open === 'owner' && <ChangeOwner {...common} />}
      {open === 'followers' && <ChangeFollowers {...common} />}
    </div>
  )
}

interface KnownProps {
  accountId: number
  subject: OwnedSubject
  known: Known
}

function Owner({ accountId, subject, known: { owner, by, named } }: KnownProps) {
  const { t } = useTranslation()
  const isOwn = by === ('thirdpartyId' in subject ? 'THIRD_PARTY' : 'DOSSIER')
  const absent = named !== null && !named.active ? named : null
  return (
    <p className={classes.owner}>
      {owner === null ? (
        t('owners.nobody')
      ) : (
        <Link
          to="/account/$accountId/thirdparties"
          params={{ accountId }}
          search={{ owner: partyText(owner) }}
          className={classes.name}
        >
          {owner.name ?? t('owners.unknown')}
        </Link>
      )}
      <span className={classes.quiet}>
        {owner !== null && owner.teamId !== null && `${t('owners.team')} · `}
        {t(isOwn ? 'owners.by.HAND' : `owners.by.${by}`)}
      </span>
      {absent !== null && (
        <span className={classes.quiet}>
          {absent.name === null ? t('owners.absentUnknown') : t('owners.absent', { name: absent.name })}
        </span>
      )}
    </p>
  )
}

function Followers({ known: { followers } }: { known: Known }) {
  const { t } = useTranslation()
  if (followers.length === 0) return <p className={classes.quiet}>{t('owners.noFollowers')}</p>
  const names = followers.map(({ name }) => name ?? t('owners.unknown'))
  const listed = new Intl.ListFormat(currentLanguage()).format(names)
  return <p className={classes.quiet}>{t('owners.followedBy', { names: listed })}</p>
}

/** In one click: the others who follow stay, also those who came meanwhile. */
function FollowButton({ accountId, subject, known }: KnownProps) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const isFollowing = known.followers.some(({ userId }) => userId === me.id)
  const follow = useApiMutation({
    mutationFn: async () => {
      const { value, tag } = await readOwnership(accountId, subject)
      const others = value.followers.filter(({ userId }) => userId !== me.id).map(partyBody)
      return putFollowers(accountId, subject, isFollowing ? others : [...others, { userId: me.id }], tag)
    },
    successMessage: t(isFollowing ? 'owners.unfollowed' : 'owners.followed'),
    invalidates: [ownershipKey(accountId, subject)],
  })
  return (
    <Button variant="light" size="compact-sm" loading={follow.isPending} onClick={() => follow.mutate()}>
      {t(isFollowing ? 'owners.unfollow' : 'owners.follow')}
    </Button>
  )
}

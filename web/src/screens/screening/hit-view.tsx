import { Button, Skeleton } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isProblem, meQuery, type Answer } from '../../api/index.ts'
import desk from '../../parts/queue/desk.module.css'
import { useHasBeenSeen } from '../../parts/queue/use-has-been-seen.ts'
import { useShortcuts } from '../../parts/queue/use-shortcuts.ts'
import { screeningSettingsQuery } from '../../parts/screening/screening.queries.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { Comparison } from './comparison.tsx'
import { matterOf, withVerdict, type Draft } from './draft.ts'
import { useDecider } from './former-decisions.tsx'
import { HitDecisionBar, verdictKeys } from './hit-decision-bar.tsx'
import { HitPanel } from './hit-panel.tsx'
import { hitQuery, type Hit, type Verdict } from './screening.queries.ts'
import { isBy, proposalOf, takesTwo } from './second-person.ts'
import { useDecideHit } from './use-decide-hit.ts'

interface Props {
  accountId: number
  hitId: number
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  focusTurn: number
  onDecided: (after: Hit) => void
  onBack: () => void
}

export function HitView(props: Props) {
  const { t } = useTranslation()
  const query = useQuery(hitQuery(props.accountId, props.hitId))
  if (isProblem(query.error, 'HIT_NOT_FOUND', 'ID_INVALID')) return <HitMissing onBack={props.onBack} />
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('screening.hitFailed')} error={query.error} onRetry={retry} />
  }
  if (query.isPending) {
    return (
      <div className={desk.answer}>
        <Skeleton height="100%" radius={0} />
      </div>
    )
  }
  return <LoadedHit {...props} hit={query.data.value} tag={query.data.tag} />
}

function LoadedHit({ hit, tag, ...props }: Props & { hit: Hit; tag: string | null }) {
  const { accountId, draft, onDraft } = props
  const { data: settings } = useQuery(screeningSettingsQuery(accountId))
  const { kind: type, id } = useSuspenseQuery(meQuery).data as unknown as Answer<'getMe'>
  const isResolved = useHasBeenSeen(hit.hitId)
  const blocked = useBlocked(hit)
  const matter = matterOf([hit])
  const deciding = useDecideHit(accountId, hit, props.onDecided)
  const proposal = proposalOf(hit)
  const confirms = proposal !== null && proposal.verdict === draft.verdict
  const isTwo = draft.verdict !== null && takesTwo(draft.verdict, hit, settings?.value)
  const choose = (verdict: Verdict) => {
    deciding.reset()
    onDraft(withVerdict(draft, verdict, matter))
  }
  useShortcuts((key) => {
    const verdict = verdictKeys[key as keyof typeof verdictKeys] as Verdict | undefined
    if (verdict === undefined || blocked !== null) return false
    choose(verdict)
    return true
  })
  return (
    <>
      <div className={desk.answer} data-flow>
        <Comparison hit={hit} />
      </div>
      <HitPanel
        accountId={accountId}
        hit={hit}
        focusTurn={props.focusTurn}
        notices={<Proposal hit={hit} />}
        bar={
          <HitDecisionBar
            matter={matter}
            draft={draft}
            onDraft={onDraft}
            onVerdict={choose}
            onSend={() => draft.verdict && deciding.mutate({ verdict: draft.verdict, draft, tag })}
            blocked={blocked}
            effect={confirms ? 'confirm' : isTwo ? 'propose' : 'send'}
            isOwnProposal={confirms && isBy(proposal, { type, id })}
            isResolved={isResolved}
            isPending={deciding.isPending}
            problem={deciding.error}
          />
        }
      />
    </>
  )
}

/** Why nothing can be decided here and now; null when it can. */
function useBlocked({ state }: Hit): string | null {
  const { t } = useTranslation()
  const { decide } = useRights(useAccountId())
  if (!decide) return t('screening.onlyReading')
  return state === 'ENDED' ? t('screening.ended') : null
}

/** What the first of two people has said. */
function Proposal({ hit }: { hit: Hit }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const who = useDecider()
  const proposal = proposalOf(hit)
  if (proposal === null) return null
  return (
    <Notice tone="info" title={t('screening.two')}>
      {t('screening.proposedBy', {
        name: who(proposal),
        verdict: t(`screening.verdict.${proposal.verdict}`),
        date: moment(proposal.at),
      })}
    </Notice>
  )
}

function HitMissing({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <TeachingState
      icon={<IconUserSearch size={32} stroke={1.6} />}
      title={t('screening.goneTitle')}
      detail={t('screening.goneDetail')}
    >
      <Button mt="sm" variant="default" onClick={onBack}>
        {t('review.backToList')}
      </Button>
    </TeachingState>
  )
}

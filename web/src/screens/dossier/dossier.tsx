import { Skeleton, Tabs } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/index.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { DocumentDrawer } from './document-drawer.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { DossierHead } from './dossier-head.tsx'
import classes from './dossier.module.css'
import { dossierQuery, type Dossier } from './dossier.queries.ts'
import { DossierSummary } from './dossier-summary.tsx'

const ApprovalTab = lazy(async () => ({
  default: (await import('./approval/approval-tab.tsx')).ApprovalTab,
}))
const DetailsTab = lazy(async () => ({ default: (await import('./details-tab.tsx')).DetailsTab }))
const Comments = lazy(async () => ({ default: (await import('../../parts/comments/comments.tsx')).Comments }))
const Timeline = lazy(async () => ({ default: (await import('../../parts/timeline/timeline.tsx')).Timeline }))

const from = '/account/$accountId/dossiers/$dossierId'
const tabs = ['documents', 'approval', 'details', 'comments', 'timeline'] as const

export function DossierPage() {
  const { t } = useTranslation()
  const { accountId, dossierId } = useParams({ from })
  const dossier = useQuery(dossierQuery(accountId, dossierId))
  if (dossier.data !== undefined) return <Record dossier={dossier.data} />
  if (dossier.isPending) return <DossierSkeleton />
  if (isProblem(dossier.error, 'DOSSIER_NOT_FOUND', 'ID_INVALID')) return <Missing accountId={accountId} />
  return (
    <>
      <PageHeader title={t('dossier.title')} />
      <ProblemAlert
        title={t('dossier.loadFailed')}
        error={dossier.error}
        onRetry={() => void dossier.refetch()}
      />
    </>
  )
}

function Record({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const { tab: requested, document: documentId } = useSearch({ from })
  const navigate = useNavigate({ from })
  const { dossierId } = dossier
  const tab = tabs.find((one) => one === requested) ?? 'documents'
  // Most types of dossiers have no steps; a link to them is still followed.
  const offered = tabs.filter(
    (one) => one !== 'approval' || tab === 'approval' || dossier.approvalState !== 'NOT_NEEDED',
  )
  const choose = (chosen: string | null) =>
    void navigate({ search: chosen === null || chosen === 'documents' ? {} : { tab: chosen }, replace: true })
  return (
    <>
      <DossierHead dossier={dossier} />
      <DossierSummary dossier={dossier} />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {offered.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`dossier.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<Skeleton height={260} radius={12} />}>
          <Tabs.Panel value="documents">
            <DocumentsPanel dossier={dossier} />
          </Tabs.Panel>
          <Tabs.Panel value="approval">
            <ApprovalTab dossier={dossier} />
          </Tabs.Panel>
          <Tabs.Panel value="details">
            <DetailsTab dossier={dossier} />
          </Tabs.Panel>
          <Tabs.Panel value="comments">
            <Comments target={{ dossierId }} thirdpartyId={dossier.thirdpartyId} />
          </Tabs.Panel>
          <Tabs.Panel value="timeline">
            <Timeline source={{ dossierId }} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
      <DocumentDrawer dossier={dossier} documentId={documentId ?? null} />
    </>
  )
}

function Missing({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('dossier.missing')}
        back={
          <BackLink to="/account/$accountId/dossiers" params={{ accountId }}>
            {t('dossier.list.title')}
          </BackLink>
        }
      />
      <Surface>
        <TeachingState
          icon={<IconFolderOff size={32} stroke={1.6} />}
          title={t('dossier.missing')}
          detail={t('dossier.missingDetail')}
        />
      </Surface>
    </>
  )
}

/** As high as what follows, so that nothing moves. */
function DossierSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={16} width={90} mb={12} />
      <Skeleton height={30} width="min(340px, 70%)" />
      <Skeleton height={16} width="min(420px, 90%)" mt={12} mb={22} />
      <Skeleton height={118} radius={12} mb={20} />
      <Skeleton height={36} width={320} mb={16} />
      <Skeleton height={320} radius={12} />
    </div>
  )
}

import { Skeleton } from '@mantine/core'
import { HitsReserved } from '../../../parts/screening/hits-reserved.tsx'
import { useHitSight } from '../../../parts/screening/use-hit-sight.ts'
import page from '../thirdparty.module.css'
import type { Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { CompanyHits } from './company-hits.tsx'
import { RunsPanel } from './runs-panel.tsx'

export function ScreeningTab({ record }: { record: Company }) {
  const isSeen = useHitSight(useThirdPartyIds().accountId)
  if (isSeen === null) return <Skeleton height={320} radius={12} />
  if (!isSeen) return <HitsReserved />
  return (
    <div className={page.stack}>
      <CompanyHits />
      <RunsPanel record={record} />
    </div>
  )
}

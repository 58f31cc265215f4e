import { dailySteps } from '../../src/daily-steps.ts'
import { setClock } from '../../src/demo/write-history.ts'
import type { DemoPaper } from '../../src/demo/make-papers.ts'
import { oneByOne } from '../../src/domain/sandbox/index.ts'
import { createMatcher } from '../../src/domain/screening/index.ts'
import type { InvitationSettings } from '../../src/domain/invitations/index.ts'
import { addDays, jobScope } from '../../src/platform/kernel/index.ts'
import type { TestApp } from '../harness/index.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import type { Act } from './act.ts'
import { firstDay } from './plan.ts'
import { story } from './story.ts'

const minute = 60_000
/** When a sandbox that advances lives its days. */
const night = 'T04:00:00Z'
const officeOpens = 'T07:30:00Z'
/** Between two acts of one day. */
const pauseMs = 6 * minute

/**
 * Lives the story of the demonstration with the use cases, the jobs and the nights of the product, one after the other
 * and day by day, up to the evening of `today`. Forms stay unprinted: whoever writes the past prints them. Returns the
 * papers by the keys of their files.
 */
export async function liveStory(
  t: TestApp,
  accountId: number,
  { today, invitations }: { readonly today: string; readonly invitations: InvitationSettings },
): Promise<Map<string, DemoPaper>> {
  const scope = jobScope(accountId, 'demo')
  const papers = new Map<string, DemoPaper>()
  const stage = {
    db: t.db,
    scope,
    store: t.store,
    publicUrl: invitations.publicUrl,
    onPaper: (key: string, paper: DemoPaper) => void papers.set(key, paper),
  }
  const worker = handWorker(t)
  const matcher = createMatcher({ url: t.appUrl })
  const workOff = async () => {
    await t.admin.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
       where k.id = j.task_id and k.identifier = 'responses.form-pdf'`,
    )
    await worker.workOff(accountId)
  }
  const live = oneByOne(...dailySteps({ announcements: null, invitations, ask: null, matcher }))
  const moveTo = (moment: Date) => t.db.write(scope, (tx) => setClock(tx, scope, moment))
  for (let daysAgo = firstDay; daysAgo >= 0; daysAgo -= 1) {
    const day = addDays(today, -daysAgo)
    if (daysAgo < firstDay) {
      await moveTo(new Date(`${day}${night}`))
      await live(t.db, scope, new AbortController().signal)
      await workOff()
    }
    for (const [nth, act] of actsOf(daysAgo).entries()) {
      await moveTo(new Date(Date.parse(`${day}${officeOpens}`) + nth * pauseMs))
      const work = await act.prepare(stage)
      await t.db.write(scope, work)
      await workOff()
    }
  }
  matcher.stop()
  return papers
}

/** Those of one day, in their order. */
const actsOf = (daysAgo: number): Act[] => story.filter((act) => Math.floor(act.daysAgo) === daysAgo)

import { hkdfSync } from 'node:crypto'
import { alertTasks, createChannelSecrets } from '../../src/domain/alerts/index.ts'
import { createSender } from '../../src/domain/webhooks/index.ts'
import { recordPast, type PastEntry } from '../../src/platform/journal/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { setClockOffset } from '../database/fixtures.ts'
import { testApp, testPublicUrl } from '../harness/app.ts'
import { OwnerDesk } from '../owners/owner-desk.ts'
import { runTask } from '../responses/run-jobs.ts'
import type { Person } from '../units/unit-desk.ts'

export interface ShownAlert {
  readonly alertId: number
  readonly kind: string
  readonly what: string
  readonly why: string
  readonly next: string
  readonly link: string
  readonly read: boolean
  readonly thirdpartyId: number | null
}

interface Mail {
  readonly recipient: string
  readonly template: string
  readonly subject: string
  readonly text: string
  readonly headers: Record<string, string>
}

const hourMs = 3_600_000

/** A sandbox whose minutes pass when the test says so. */
export class AlertDesk extends OwnerDesk {
  aheadMs = 0

  get tasks() {
    const secret = new Uint8Array(hkdfSync('sha256', this.t.secretKey, '', 'unsubscribe links', 32))
    const send = createSender({ allowedHosts: [{ host: '127.0.0.1', port: null }], timeoutMs: 2_000 })
    return alertTasks({
      accountIds: async () => [this.office.accountId],
      mails: { publicUrl: testPublicUrl, secret },
      rooms: { send, secrets: createChannelSecrets(this.t.secretKey) },
    })
  }

  run(): Promise<void> {
    const { accountId } = this.office
    return runTask(this.t, 'alerts.run-account', this.tasks['alerts.run-account'], { accountId })
  }

  async pass(hours: number): Promise<void> {
    this.aheadMs += Math.round(hours * hourMs)
    await setClockOffset(this.t, this.office, this.aheadMs)
  }

  /** Moves to the next time of that hour, in Coordinated Universal Time. */
  async passUntil(hour: number): Promise<void> {
    const now = (Date.now() + this.aheadMs) / hourMs
    const day = Math.floor(now / 24) * 24
    const next = day + hour > now ? day + hour : day + 24 + hour
    await this.pass(next - now + 0.01)
  }

  /** An event, recorded as the product would. */
  async tell(...entries: PastEntry[]): Promise<void> {
    const scope = jobScope(this.office.accountId, 'test')
    await this.t.db.write(scope, async (tx) => {
      for (const entry of entries) recordPast(tx, scope, entry)
    })
  }

  procedure(thirdpartyId: number): Promise<void> {
    return this.tell({
      name: 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
      thirdpartyId,
      data: { procedure: 'RECEIVERSHIP' },
    })
  }

  /** A company of somebody, of the gravest criticality unless another is named. */
  async ownedCompany(name: string, owner: Person, criticality: string | null = 'High'): Promise<number> {
    const thirdpartyId = await this.company(name, [])
    if (criticality !== null)
      await this.must('POST', `/thirdparties/${thirdpartyId}/attributes`, {
        body: { label: 'Criticality', values: [criticality] },
      })
    await this.name(`/thirdparties/${thirdpartyId}`, { userId: owner.userId })
    return thirdpartyId
  }

  async alerts(person: Person, query = ''): Promise<ShownAlert[]> {
    const { content } = await this.must<{ content: ShownAlert[] }>('GET', `/alerts?size=200&${query}`, {
      token: person.token,
    })
    return content
  }

  async kinds(person: Person): Promise<string[]> {
    return (await this.alerts(person)).map(({ kind }) => kind).toSorted()
  }

  async unread(person: Person): Promise<number> {
    const { token } = person
    return (await this.must<{ unread: number }>('GET', '/alerts/unread-count', { token })).unread
  }

  subscribe(person: Person, body: object): Promise<unknown> {
    return this.must('PUT', '/alert-settings', { token: person.token, body })
  }

  async mails(person: Person): Promise<Mail[]> {
    const { rows } = await this.t.admin.query<Mail>(
      `select recipient, template, subject, body_text as text, headers from mail
       where account_id = $1 and recipient = $2 and template like 'alerts.%' order by mail_id`,
      [this.office.accountId, person.email],
    )
    return rows
  }
}

export async function alertDesk(): Promise<AlertDesk> {
  const t = await testApp({ environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } })
  return new AlertDesk(t, await t.given.office('SANDBOX'))
}

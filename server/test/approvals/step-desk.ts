import { approvalTasks } from '../../src/domain/approvals/index.ts'
import type { ApprovalStep } from '../../src/domain/evaluation/index.ts'
import type { Handler, TaskName } from '../../src/platform/jobs/index.ts'
import type { Role } from '../../src/platform/kernel/index.ts'
import { testApp, testPublicUrl } from '../harness/app.ts'
import { daysLater, givenAnswer } from '../responses/given-answer.ts'
import { runTask } from '../responses/run-jobs.ts'
import { UnitDesk, type Person } from '../units/unit-desk.ts'

export interface StepShown {
  readonly key: string
  readonly state: string
  readonly dueDate: string | null
  readonly onDuty: boolean
  readonly lacking: number
  readonly caller: string | null
  readonly deciders: readonly { userId: number; actsAs: string; forUserId: number | null }[]
  readonly decisions: readonly {
    userId: number
    actsAs: string
    forUserId: number | null
    outcome: string
    remark: string | null
  }[]
}

export interface ApprovalShown {
  readonly state: string
  readonly round: number
  readonly steps: readonly StepShown[]
  readonly people: readonly { userId: number; name: string }[]
}

export interface OpenDossier {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly documentId: number
}

type Given = Partial<Omit<ApprovalStep, 'by'>> & { readonly by: ApprovalStep['by'] }

let types = 0

/** An account whose dossiers are approved in steps. Each dossier asks for one document. */
export class StepDesk extends UnitDesk {
  readonly #tasks = approvalTasks(testPublicUrl, async () => [this.office.accountId])

  /** A published type with these steps, called A, B and so on unless they say otherwise. Returns its code. */
  async type(...given: readonly Given[]): Promise<string> {
    types += 1
    const code = `STEPS_${types}`
    await this.publish(code, given)
    return code
  }

  async publish(code: string, given: readonly Given[], more: object = {}): Promise<void> {
    const steps = given.map((step, nth) => {
      const name = `Step ${'ABCDEFGHIJ'[nth]}`
      return {
        key: `STEP_${'ABCDEFGHIJ'[nth]}`,
        title: { fr: name, en: name },
        need: 'ANY',
        dueDays: 10,
        ...step,
      }
    })
    const body = {
      label: { fr: 'À approuver', en: 'To be approved' },
      purpose: { fr: 'Pour essai.', en: 'For trial.' },
      typed: false,
      themes: ['LEGAL_COMPLIANCE'],
      renewal: null,
      dueDays: 30,
      documents: [{ code: 'NDA', required: true }],
      ...(steps.length > 0 && { approvalSteps: steps }),
      ...more,
    }
    await this.must('PUT', `/dossier-types/${code}`, { body })
    await this.must('POST', `/dossier-types/${code}/publish`, { body: { dryRun: false, applyToOpen: true } })
  }

  async opened(typeCode: string, units: readonly number[] = []): Promise<OpenDossier> {
    const thirdpartyId = await this.company('Supplier', units)
    const { dossierId, documents } = await this.t.given.dossier(this.office, thirdpartyId, typeCode)
    return { dossierId, thirdpartyId, documentId: documents['NDA'] ?? 0 }
  }

  /** Its document is answered and accepted, so that its approval begins. */
  async complete({ documentId }: OpenDossier, author?: Person): Promise<number> {
    const { accountId } = this.office
    const by = author && { submittedBy: { type: 'USER', id: author.userId } }
    const responseId = await givenAnswer(this.t, { accountId, documentId, state: 'ACCEPTED', ...by })
    await this.jobs()
    return responseId
  }

  async begun(...steps: readonly Given[]): Promise<OpenDossier> {
    const dossier = await this.opened(await this.type(...steps))
    await this.complete(dossier)
    return dossier
  }

  member(...roles: Role[]): Promise<Person> {
    return this.t.given.person([this.office.accountId], roles)
  }

  /** The same person, signed in anew. */
  async again({ email, password, userId }: Person): Promise<Person> {
    const signIn = await this.t.call('POST', '/auth/sign-in', { body: { email, password } })
    return { email, password, userId, token: signIn.json<{ accessToken: string }>().accessToken }
  }

  async team(...people: readonly Person[]): Promise<number> {
    types += 1
    const body = { name: `Team ${types}`, userIds: people.map(({ userId }) => userId) }
    return (await this.must<{ teamId: number }>('POST', '/teams', { body })).teamId
  }

  setTeam(teamId: number, people: readonly Person[]): Promise<unknown> {
    const body = { userIds: people.map(({ userId }) => userId) }
    return this.must('PUT', `/teams/${teamId}/members`, { body })
  }

  approval({ dossierId }: OpenDossier): Promise<ApprovalShown> {
    return this.must<ApprovalShown>('GET', `/dossiers/${dossierId}/approval`)
  }

  /** What the open step tells somebody of their own place in it. */
  async placeOf({ dossierId }: OpenDossier, { token }: Person): Promise<string | null | undefined> {
    const { steps } = await this.must<ApprovalShown>('GET', `/dossiers/${dossierId}/approval`, { token })
    return steps.find(({ state }) => state === 'OPEN')?.caller
  }

  /** In few words: the state of the whole, then those of the steps. */
  async told(dossier: OpenDossier): Promise<string> {
    const { state, steps } = await this.approval(dossier)
    return [state, ...steps.map((step) => step.state)].join(' ')
  }

  /** Who can decide now, as the dossier shows it. */
  async deciders(dossier: OpenDossier): Promise<number[]> {
    const { steps } = await this.approval(dossier)
    return steps.flatMap(({ deciders }) => deciders.map(({ userId }) => userId))
  }

  /** What became of it: the state of the approval, or the code of the refusal. */
  async decide(
    { dossierId }: OpenDossier,
    person: Pick<Person, 'token'>,
    {
      key = 'STEP_A',
      outcome = 'APPROVED',
      remark,
    }: { key?: string; outcome?: string; remark?: string } = {},
  ): Promise<string> {
    const body = { outcome, ...(remark !== undefined && { remark }) }
    const path = `/dossiers/${dossierId}/approval/steps/${key}/decision`
    return this.#outcome(await this.ask('POST', path, { token: person.token, body }))
  }

  async delegate({ dossierId }: OpenDossier, from: Person, to: Person, key = 'STEP_A'): Promise<string> {
    const path = `/dossiers/${dossierId}/approval/steps/${key}/delegation`
    return this.#outcome(await this.ask('POST', path, { token: from.token, body: { toUserId: to.userId } }))
  }

  #outcome(answer: Awaited<ReturnType<UnitDesk['ask']>>): string {
    const { code, state } = answer.json<{ code?: string; state?: string }>()
    return answer.statusCode < 300 ? String(state) : `${answer.statusCode} ${code}`
  }

  /** The dossiers with a step that waits for somebody. */
  async mine({ token }: Pick<Person, 'token'>): Promise<number[]> {
    const page = await this.must<{ content: { dossierId: number }[] }>('GET', '/approvals/mine?size=200', {
      token,
    })
    const work = await this.must<{ content: { about: { dossierId: number } }[] }>(
      'GET',
      '/my-work?kind=APPROVAL&size=200',
      { token },
    )
    const ids = page.content.map(({ dossierId }) => dossierId)
    const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b).join()
    const shown = inOrder(work.content.map(({ about }) => about.dossierId))
    // By urgency there.
    if (shown !== inOrder(ids)) throw new Error(`My work shows ${shown} and not ${inOrder(ids)}`)
    return ids
  }

  async away(person: Person, substitute: Person | null, days: readonly [string, string]): Promise<void> {
    const [from, until] = days
    const absences = substitute ? [{ from, until, substituteId: substitute.userId }] : []
    await this.must('PUT', `/users/${person.userId}/absences`, { body: { absences } })
  }

  later(days: number): Promise<void> {
    return daysLater(this.t, this.office.accountId, days)
  }

  /** What the schedule does every few minutes. */
  async run(): Promise<void> {
    const { accountId } = this.office
    await runTask(this.t, 'approvals.run-account', this.#tasks['approvals.run-account'], { accountId })
  }

  /** Runs what is queued for approvals until nothing is left. */
  async jobs(): Promise<void> {
    const { admin } = this.t
    for (;;) {
      const { rows } = await admin.query<{
        id: string
        task: keyof ReturnType<typeof approvalTasks>
        payload: never
      }>(
        `select j.id, t.identifier as task, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier like 'approvals.%' and (j.payload ->> 'accountId')::bigint = $1 order by j.id limit 1`,
        [this.office.accountId],
      )
      const [job] = rows
      if (!job) return
      await admin.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
      await runTask(this.t, job.task, this.#tasks[job.task] as Handler<TaskName>, job.payload)
    }
  }

  async mails(template: string): Promise<string[]> {
    const { rows } = await this.t.admin.query<{ recipient: string }>(
      'select recipient from mail where account_id = $1 and template = $2 order by mail_id',
      [this.office.accountId, template],
    )
    return rows.map(({ recipient }) => recipient)
  }
}

export async function stepDesk(kind: 'PRODUCTION' | 'SANDBOX' = 'SANDBOX'): Promise<StepDesk> {
  const t = await testApp()
  return new StepDesk(t, await t.given.office(kind))
}

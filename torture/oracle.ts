import type { Ledger } from './ledger.ts'
import type { Postgres } from './postgres.ts'
import type { Stage } from './stage.ts'

export interface Verdict {
  /** Acknowledged, and not there: the worst there is. */
  lost: string[]
  /** More than once there, or half. */
  doubled: string[]
  /** The journal has a gap or does not hold. */
  broken: string[]
}

export const createVerdict = (): Verdict => ({ lost: [], doubled: [], broken: [] })

/** Looks for everything that was acknowledged since the last time, while nobody writes. */
export class Oracle {
  readonly #stage: Stage
  readonly #ledger: Ledger
  readonly #checked = { companies: 0, contacts: 0, dossiers: 0, uploads: 0, invited: 0 }

  constructor(stage: Stage, ledger: Ledger) {
    this.#stage = stage
    this.#ledger = ledger
  }

  /** `whole` looks at everything again, from the first write on. */
  async examine(whole: boolean): Promise<Verdict> {
    if (whole)
      Object.assign(this.#checked, { companies: 0, contacts: 0, dossiers: 0, uploads: 0, invited: 0 })
    const verdict = createVerdict()
    await this.#companies(verdict)
    await this.#contacts(verdict)
    await this.#dossiers(verdict)
    await this.#values(verdict)
    await this.#uploads(verdict)
    await this.#invitations(verdict)
    await this.#sequences(verdict)
    return verdict
  }

  async #companies(verdict: Verdict): Promise<void> {
    const { companies } = this.#ledger
    for (const some of chunks(companies.slice(this.#checked.companies))) {
      const rows = await this.#database.ask<{ name: string; found: number; events: number }>(
        `select x.duns as name, (select count(*)::int from vigie.thirdparty t where t.account_id = x.account
             and t.identifier_value = x.duns and t.thirdparty_id = x.id) as found,
           (select count(*)::int from vigie.event e where e.account_id = x.account
             and e.thirdparty_id = x.id and e.event_type = 100) as events
         from unnest($1::bigint[], $2::bigint[], $3::text[]) as x (account, id, duns)`,
        [some.map(({ account }) => account), some.map(({ id }) => id), some.map(({ duns }) => duns)],
      )
      judge(verdict, 'company', rows)
    }
    this.#checked.companies = companies.length
  }

  async #contacts(verdict: Verdict): Promise<void> {
    const { contacts } = this.#ledger
    for (const some of chunks(contacts.slice(this.#checked.contacts))) {
      const rows = await this.#database.ask<{ name: string; found: number; events: number }>(
        `select x.email as name, (select count(*)::int from vigie.contact c where c.account_id = x.account
             and c.thirdparty_id = x.company and c.email = x.email) as found, 1 as events
         from unnest($1::bigint[], $2::bigint[], $3::text[]) as x (account, company, email)`,
        [
          some.map(({ account }) => account),
          some.map(({ thirdpartyId }) => thirdpartyId),
          some.map(({ email }) => email),
        ],
      )
      judge(verdict, 'contact', rows)
    }
    this.#checked.contacts = contacts.length
  }

  async #dossiers(verdict: Verdict): Promise<void> {
    const { dossiers } = this.#ledger
    for (const some of chunks(dossiers.slice(this.#checked.dossiers))) {
      const rows = await this.#database.ask<{ name: string; found: number; events: number }>(
        `select x.id::text as name, (select count(*)::int from vigie.dossier d where d.account_id = x.account
             and d.dossier_id = x.id) as found, 1 as events
         from unnest($1::bigint[], $2::bigint[]) as x (account, id)`,
        [some.map(({ account }) => account), some.map(({ id }) => id)],
      )
      judge(verdict, 'dossier', rows)
    }
    this.#checked.dossiers = dossiers.length
  }

  /** The present value is the last acknowledged one, and each acknowledged change is told once. */
  async #values(verdict: Verdict): Promise<void> {
    const values = [...this.#ledger.values].map(([company, of]) => ({ company, ...of }))
    for (const some of chunks(values)) {
      const rows = await this.#database.ask<{ company: number; value: number | null; changes: number }>(
        `select x.company::float8 as company,
           (select v.number_key from vigie.attribute_value v
            where v.account_id = x.account and v.subject = x.company) as value,
           (select count(*)::int from vigie.attribute_value_history h
            where h.account_id = x.account and h.subject = x.company) as changes
         from unnest($1::bigint[], $2::bigint[]) as x (account, company)`,
        [some.map(({ account }) => account), some.map(({ company }) => company)],
      )
      const found = new Map(rows.map((row) => [row.company, row]))
      for (const { company, value, times } of some) {
        const row = found.get(company)
        if (row?.value !== value) verdict.lost.push(`value ${value} of ${company}, which has ${row?.value}`)
        else if (row.changes !== times) verdict.doubled.push(`${times} changes of ${company}: ${row.changes}`)
      }
    }
  }

  async #uploads(verdict: Verdict): Promise<void> {
    const { uploads } = this.#ledger
    for (const some of chunks(uploads.slice(this.#checked.uploads))) {
      const rows = await this.#database.ask<{ name: string; found: number; events: number }>(
        `select x.document::text as name, (select count(*)::int from vigie.evidence e where e.account_id = x.account
             and e.document_id = x.document and e.sha256 = decode(x.sha256, 'hex')) as found, 1 as events
         from unnest($1::bigint[], $2::bigint[], $3::text[]) as x (account, document, sha256)`,
        [
          some.map(({ account }) => account),
          some.map(({ documentId }) => documentId),
          some.map(({ sha256 }) => sha256),
        ],
      )
      judge(verdict, 'upload', rows)
    }
    this.#checked.uploads = uploads.length
  }

  /** Each invited colleague has one mail; whether it arrived is asked at the end. */
  async #invitations(verdict: Verdict): Promise<void> {
    const { invited } = this.#ledger
    for (const some of chunks(invited.slice(this.#checked.invited))) {
      const rows = await this.#database.ask<{ name: string; found: number; events: number }>(
        `select x.email as name, (select count(*)::int from vigie.mail m where m.account_id = x.account
             and m.recipient = x.email) as found, 1 as events
         from unnest($1::bigint[], $2::text[]) as x (account, email)`,
        [some.map(({ account }) => account), some.map(({ email }) => email)],
      )
      judge(verdict, 'invitation', rows)
    }
    this.#checked.invited = invited.length
  }

  /** Gapless, and never backwards in time. */
  async #sequences(verdict: Verdict): Promise<void> {
    const rows = await this.#database.ask<{ account: number; seq: number }>(
      `select account_id::float8 as account, seq::float8 as seq from (
         select account_id, seq, occurred_at, lag(seq, 1, 0::bigint) over by_seq as before,
           lag(occurred_at) over by_seq as earlier
         from vigie.event window by_seq as (partition by account_id order by seq)) e
       where seq <> before + 1 or occurred_at < earlier limit 10`,
    )
    for (const { account, seq } of rows) verdict.broken.push(`journal of ${account} at ${seq}`)
  }

  get #database(): Postgres {
    return this.#stage.postgres
  }
}

function judge(
  verdict: Verdict,
  what: string,
  rows: readonly { name: string; found: number; events: number }[],
): void {
  for (const { name, found, events } of rows) {
    if (found === 0) verdict.lost.push(`${what} ${name}`)
    else if (found > 1 || events !== 1) verdict.doubled.push(`${what} ${name}: ${found}, ${events} events`)
  }
}

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  const size = 5_000
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** The chain itself, recomputed by the product's own command. */
export async function verifyJournal(stage: Stage): Promise<string[]> {
  const { code, output } = await stage.command(['journal', 'verify', '--json'])
  return code === 0 ? [] : [`the journal does not hold: ${output.slice(-500)}`]
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'

/**
 * The only triggers there may be, and why each is no behaviour that a reader of a use case would miss. Whatever else
 * follows from a change is a call in the use case that makes it (decision 038).
 */
const allowed: Record<string, string> = {
  'administration_checkpoint.administration_checkpoint_append_only': 'guard: a signed row stays as it is',
  'administration_checkpoint.administration_checkpoint_no_truncate': 'guard',
  'administration_event.administration_event_append_only': 'guard: the journal only grows',
  'administration_event.administration_event_no_truncate': 'guard',
  'administration_head.administration_head_forward': 'guard: the head only follows its entries',
  'administration_head.administration_head_no_delete': 'guard',
  'administration_head.administration_head_no_truncate': 'guard',
  'deletion_proof.deletion_proof_append_only': 'guard: a proof stays as it is',
  'deletion_proof.deletion_proof_no_truncate': 'guard',
  'document.document_take_unit_set':
    'kept sight: where the company is, read under the lock of the foreign key',
  'dossier.dossier_take_unit_set': 'kept sight',
  'event.event_append_only': 'guard: the journal only grows',
  'event.event_no_truncate': 'guard; each partition has its own',
  'event_detail.event_detail_append_only': 'guard',
  'event_detail.event_detail_no_truncate': 'guard',
  'journal_anchor.journal_anchor_keeps_delivered': 'guard: what was delivered elsewhere is not changed here',
  'journal_anchor.journal_anchor_no_delete': 'guard',
  'journal_anchor.journal_anchor_no_truncate': 'guard',
  'journal_checkpoint.journal_checkpoint_append_only': 'guard: a signed row stays as it is',
  'journal_checkpoint.journal_checkpoint_no_truncate': 'guard',
  'journal_head.journal_head_forward': 'guard: the head only follows its events',
  'journal_head.journal_head_no_delete': 'guard',
  'journal_head.journal_head_no_truncate': 'guard',
  'journal_mark.journal_mark_forward': 'guard: what was declared final stays final',
  'journal_mark.journal_mark_no_truncate': 'guard',
  'person_key.person_key_stays_erased': 'guard: a forgotten person cannot be remembered',
  'thirdparty.thirdparty_counted_in': 'counter: the application has no right to write a count',
  'thirdparty.thirdparty_counted_over': 'counter',
  'thirdparty.thirdparty_unique_code':
    'guard: whether its code is held, read under the lock of the foreign key',
  'thirdparty.thirdparty_wire': 'kept text: the record as the wire shows it',
  'thirdparty.thirdparty_words_in': 'kept words of the search',
  'thirdparty.thirdparty_words_over': 'kept words of the search',
  'thirdparty_summary.thirdparty_summary_wire': 'kept text',
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function triggers(): Promise<string[]> {
  // A trigger of a partition stands for its parent's.
  const { rows } = await database.admin.query<{ name: string }>(
    `select distinct coalesce(parent.relname, own.relname) || '.' || t.tgname as name
     from pg_trigger t join pg_class own on own.oid = t.tgrelid
     left join pg_inherits i on i.inhrelid = own.oid left join pg_class parent on parent.oid = i.inhparent
     where own.relnamespace = 'vigie'::regnamespace and not t.tgisinternal order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('The database has the triggers of the list and no other', async () => {
  expect(await triggers()).toEqual(Object.keys(allowed).toSorted())
})

test('A trigger that somebody adds is noticed', async () => {
  await database.admin.query(
    'create trigger extra after insert on account for each row execute function journal_refuse()',
  )
  expect((await triggers()).filter((name) => allowed[name] === undefined)).toEqual(['account.extra'])
})

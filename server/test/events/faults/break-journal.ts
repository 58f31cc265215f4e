import pg from 'pg'
import type { TestApp } from '../../harness/index.ts'

/** The ways in which the journal can fail a change. */
type Fault = 'APPEND_REFUSED' | 'COMMIT_FAILS'

export interface Breaker {
  during<T>(fault: Fault, work: () => Promise<T>): Promise<T>
  /** Somebody else holds the chains of these accounts and does not let go. */
  whileHeld<T>(accountIds: readonly number[], work: () => Promise<T>): Promise<T>
}

/** The journals, of events and of administration, are broken by triggers that look whether it is to be: no table is locked to switch them. */
export async function journalBreaker({ admin, adminUrl }: TestApp): Promise<Breaker> {
  await admin.query(`
    create table public.journal_fault (kind text);
    create function public.break_journal() returns trigger language plpgsql security definer as $$
    begin
      if exists (select from public.journal_fault where kind = tg_argv[0]) then
        raise exception 'The disk says no.' using errcode = 'io_error';
      end if;
      return null;
    end $$;
    create trigger broken_append after insert on event_detail
      for each statement execute function public.break_journal('APPEND_REFUSED');
    create constraint trigger broken_commit after insert or update on journal_head
      deferrable initially deferred
      for each row execute function public.break_journal('COMMIT_FAILS');
    create trigger broken_append after insert on administration_event
      for each statement execute function public.break_journal('APPEND_REFUSED');
    create constraint trigger broken_commit after insert or update on administration_head
      deferrable initially deferred
      for each row execute function public.break_journal('COMMIT_FAILS')`)
  return {
    during: async (fault, work) => {
      await admin.query('insert into public.journal_fault values ($1)', [fault])
      try {
        return await work()
      } finally {
        await admin.query('delete from public.journal_fault')
      }
    },
    whileHeld: async (accountIds, work) => {
      const holder = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
      await holder.connect()
      try {
        await holder.query('select pg_advisory_lock(journal_lock_key(id)) from unnest($1::bigint[]) id', [
          accountIds,
        ])
        return await work()
      } finally {
        await holder.end()
      }
    },
  }
}

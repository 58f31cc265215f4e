-- Registers an operator imported: the same for every account, so none of these tables has one. The application reads
-- them and adds to them (vigie import-register); it cannot delete a company.

create table register_company (
  source text not null check (source in ('SIRENE', 'GLEIF')),
  record_key text not null check (length(record_key) between 9 and 20),
  name text not null check (length(name) between 1 and 500),
  trade_name text,
  search_name text collate "C" not null,
  search_extra text collate "C",
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  siren text check (siren ~ '^[0-9]{9}$'),
  local_id text,
  nic text check (nic ~ '^[0-9]{5}$'),
  naf_code text,
  legal_form text,
  headcount_band text,
  headcount_year smallint,
  created_on date,
  closed_on date,
  is_active boolean not null,
  status_detail text,
  is_masked boolean not null default false,
  address_lines text,
  postal_code text,
  city text,
  region text,
  size_rank smallint not null,
  changed_at timestamptz not null,
  removed_at timestamptz,
  primary key (source, record_key)
);
comment on table register_company is 'A company as a register knows it.';
comment on column register_company.record_key is 'SIREN or LEI.';
comment on column register_company.search_name is
  'The name as it is searched for; empty when the company objected to being found by it.';
comment on column register_company.search_extra is 'Further words that lead to the company: trade names, acronym.';
comment on column register_company.siren is 'Of a GLEIF record; a SIRENE record has its SIREN for a key.';
comment on column register_company.nic is 'Of the head office: the SIREN and this make its SIRET.';
comment on column register_company.is_masked is
  'The company objected to publication: what the publisher hides is masked.';
comment on column register_company.size_rank is 'Active before closed, then larger before smaller.';
comment on column register_company.changed_at is
  'When the register last touched the record: an older file never overwrites a newer one.';
comment on column register_company.removed_at is
  'A complete stock no longer had the company: it is out of search and look-up until a file has it again.';
create index register_company_local_id
  on register_company (country_code, upper(regexp_replace(local_id, '[^A-Za-z0-9]', '', 'g')))
  where source = 'GLEIF' and local_id is not null;

create table register_word (
  source text not null,
  word text collate "C" not null,
  companies integer not null,
  primary key (source, word)
);
comment on table register_word is 'Every word of a register, and how many companies have it.';
create index register_word_completion on register_word (source, left(word, 3), companies desc, word);

create table register_word_change (
  source text not null,
  word text collate "C" not null,
  change integer not null
);
comment on table register_word_change is
  'What imports changed in the words, folded in now and then: updating each word at each batch would rewrite the '
  'dictionary a thousand times.';

create table register_establishment (
  siret text primary key check (siret ~ '^[0-9]{14}$'),
  is_head_office boolean not null,
  is_open boolean not null,
  trade_name text,
  address_lines text,
  postal_code text,
  city text,
  region text,
  changed_at timestamptz not null
);
comment on table register_establishment is
  'Where a SIRET leads. Addresses are kept of head offices only: forty million others would serve no purpose.';

create table legal_announcement (
  siren text not null check (siren ~ '^[0-9]{9}$'),
  announcement_key text not null check (length(announcement_key) between 1 and 40),
  published_on date not null,
  announcement jsonb not null,
  primary key (siren, announcement_key)
);
comment on table legal_announcement is
  'Announcements as they were understood when they were read; the rest of what was published stays in the file.';
create index legal_announcement_published on legal_announcement (published_on, siren);

create table register_import (
  checksum text primary key check (checksum ~ '^[0-9a-f]{64}$'),
  run bigint not null default nextval('vigie_id') unique,
  kind text not null,
  file_name text not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE')),
  position bigint not null default 0,
  compares boolean not null default false,
  newest timestamptz,
  added bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  removed bigint not null default 0,
  refused bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table register_import is
  'One row for each file, known by its content: what was read of it is never read twice.';
comment on column register_import.position is 'Where in the file an interrupted import goes on.';
comment on column register_import.compares is
  'There were rows before: this file may say by its silence that some of them are gone.';
comment on column register_import.newest is 'The last change that the file knows of: it says nothing about later ones.';

create table register_seen (
  run bigint not null,
  record_key text not null
);
comment on table register_seen is 'What a file held that may turn out to be a complete stock, until that is decided.';

grant select, insert, update on register_company, register_word, register_establishment, legal_announcement,
  register_import to vigie_app;
grant select, insert, delete on register_word_change, register_seen to vigie_app;

create type register_company_line as (
  source text, record_key text, name text, trade_name text, search_name text, search_extra text,
  country_code text, siren text, local_id text, nic text, naf_code text, legal_form text,
  headcount_band text, headcount_year smallint, created_on date, closed_on date, is_active boolean,
  status_detail text, is_masked boolean, address_lines text, postal_code text, city text, region text,
  size_rank smallint, changed_at timestamptz
);
comment on type register_company_line is
  'What a row of a file becomes, for writing thousands at once: PostgreSQL reads such rows about as fast as COPY.';
create type register_establishment_line as (
  siret text, is_head_office boolean, is_open boolean, trade_name text, address_lines text, postal_code text,
  city text, region text, changed_at timestamptz
);
comment on type register_establishment_line is 'As register_company_line.';
create type legal_announcement_line as (
  siren text, announcement_key text, published_on date, announcement jsonb
);
comment on type legal_announcement_line is 'As register_company_line.';

create function register_tokens(
  source text, search_name text, search_extra text, country_code text, size_rank smallint
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(case when search_name = '' then '{}'::text[] else string_to_array(
  case when source = 'GLEIF'
    then '~' || replace(search_name || coalesce(' ' || search_extra, ''), ' ', ' ~') || ' @' || country_code
    else search_name || coalesce(' ' || search_extra, '') end
  || case when size_rank >= 21 and source = 'SIRENE'
    then ' ' || replace(search_name || coalesce(' ' || search_extra, ''), ' ', '/2 ') || '/2' else '' end
  || case when size_rank >= 24 and source = 'SIRENE'
    then ' ' || replace(search_name || coalesce(' ' || search_extra, ''), ' ', '/3 ') || '/3' else '' end,
  ' ') end);
comment on function register_tokens is
  'The words a company is found by. Those of larger active companies stand a second and a third time, marked with '
  'their tier: the best answers to a common word come from a short list instead of a sort of a long one. Words of '
  'GLEIF have a sign of their own, so that the two registers never get in each other''s way. Written in terms that '
  'PostgreSQL puts straight into its plans: a call for each row made the index of words several times dearer.';

create function register_index(of_source text) returns void
language plpgsql security definer set search_path = vigie, pg_temp set maintenance_work_mem = '256MB' as $$
begin
  if to_regclass(format('register_company_words_%s', lower(of_source))) is not null then return; end if;
  execute format($sql$
    create index register_company_name_%1$s on register_company (search_name, size_rank desc)
      include (record_key, country_code) where source = %2$L and search_name <> '' $sql$, lower(of_source), of_source);
  execute format($sql$
    create index register_company_words_%1$s on register_company
      using gin (register_tokens(source, search_name, search_extra, country_code, size_rank))
      where source = %2$L and search_name <> '' $sql$, lower(of_source), of_source);
  delete from register_word_change where source = of_source;
  delete from register_word where source = of_source;
  insert into register_word (source, word, companies)
  select of_source, word, count(*) from register_company c, unnest(tsvector_to_array(array_to_tsvector(
    string_to_array(search_name || coalesce(' ' || search_extra, ''), ' ')))) word
  where c.source = of_source and c.search_name <> '' group by word order by word collate "C";
end
$$;
comment on function register_index is
  'Each register has its own indexes, so that the first file of one is loaded without them and does not touch the '
  'other. The name index answers alone, without the table.';
create function register_unindex(of_source text) returns void
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  if exists (select from register_company where source = of_source) then return; end if;
  execute format('drop index if exists register_company_name_%1$s, register_company_words_%1$s', lower(of_source));
end
$$;
comment on function register_unindex is
  'Only while the register is empty: then its first file is loaded without indexes.';
revoke execute on function register_index(text), register_unindex(text) from public;
grant execute on function register_index(text), register_unindex(text) to vigie_app;
select register_index('SIRENE'), register_index('GLEIF');

do $do$
declare of_source text;
begin
  foreach of_source in array '{SIRENE,GLEIF}'::text[] loop
    execute format($create$
      create function register_by_words_%1$s(
        queries text[], below smallint[], patterns text[], letters integer, slack integer, most integer
      ) returns setof text language plpgsql stable
      set search_path = vigie, pg_temp set plan_cache_mode = force_generic_plan set work_mem = '32MB'
      set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0 as $$
      declare
        told integer := 0;
        brought integer;
        none constant text[] := '{}';
      begin
        for i in 1 .. cardinality(queries) loop
          return query select record_key from (
              select record_key, search_name, size_rank from register_company c
              where c.source = %2$L and c.search_name <> '' and c.size_rank < below[i]
                and register_tokens(c.source, c.search_name, c.search_extra, c.country_code, c.size_rank)
                  @@ queries[i]::tsquery
                and ' ' || c.search_name || coalesce(' ' || c.search_extra, '') || ' '
                  ~ all (case when i = cardinality(queries) then patterns else none end)
              limit case when cardinality(queries) > 1 then 400 else 1000 end) candidate
            order by abs(length(search_name) - letters) > slack, size_rank desc, length(search_name)
            limit most;
          get diagnostics brought = row_count;
          told := told + brought;
          exit when told >= most;
        end loop;
      end $$ $create$, lower(of_source), of_source);
  end loop;
end
$do$;
comment on function register_by_words_sirene is
  'Companies that have the words of a query, best first; the next query is asked when those before it did not bring '
  'enough. `below` bounds the rank for each, so that none is told twice. Rows are looked through for the patterns of '
  'the last one. The planner cannot know how rare the words are, and hopes to come upon a thousand of them by walking '
  'through the register: every way but the index of words is closed to it.';
comment on function register_by_words_gleif is 'As register_by_words_sirene; the other index needs a plan of its own.';

create function register_settle() returns void
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  perform gin_clean_pending_list(index::regclass)
  from unnest('{register_company_words_sirene,register_company_words_gleif}'::text[]) index
  where to_regclass(index) is not null;
  analyze register_company;
  analyze register_word;
  analyze register_establishment;
  analyze legal_announcement;
end
$$;
comment on function register_settle is
  'After an import: fresh statistics, and the words not yet sorted into the indexes put there. Both are the owner''s '
  'to do.';
revoke execute on function register_settle() from public;
grant execute on function register_settle() to vigie_app;

-- What a row of a file becomes, for writing thousands at once: PostgreSQL reads such rows about as fast as COPY.
create type register_company_line as (
  source text, record_key text, name text, trade_name text, search_name text, search_extra text,
  country_code text, siren text, local_id text, nic text, naf_code text, legal_form text,
  headcount_band text, headcount_year smallint, created_on date, closed_on date, is_active boolean,
  status_detail text, is_masked boolean, address_lines text, postal_code text, city text, region text,
  size_rank smallint, changed_at timestamptz
);
create type register_establishment_line as (
  siret text, is_head_office boolean, is_open boolean, trade_name text, address_lines text, postal_code text,
  city text, region text, changed_at timestamptz
);
create type legal_announcement_line as (
  siren text, announcement_key text, published_on date, announcement jsonb
);

-- A complete stock that no longer has a company takes it out of search and look-up; a file that has it again
-- brings it back.
alter table register_company add column removed_at timestamptz;
alter table register_import
  add column run bigint not null default nextval('vigie_id') unique,
  -- There were rows before: this file may say by its silence that some of them are gone.
  add column compares boolean not null default false,
  -- The last change that the file knows of: it says nothing about later ones.
  add column newest timestamptz,
  add column removed bigint not null default 0;
-- What a file held that may turn out to be a complete stock, until that is decided.
create table register_seen (
  run bigint not null,
  record_key text not null
);
grant select, insert, delete on register_seen to vigie_app;

-- «and» no longer counts as a word of a name.
update register_company set search_name = btrim(regexp_replace(search_name, '(^| )(et|and|und)(?= |$)', '', 'g'))
where search_name ~ '(^| )(et|and|und) ' and search_name !~ '^((et|and|und)( |$))+$';

-- The same words as before, in terms that PostgreSQL puts straight into its plans (concat_ws kept it from that):
-- a call for each row made the index of words several times dearer.
create or replace function register_tokens(
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

-- Each register has its own indexes, so that the first file of one can be loaded without them and does not touch
-- the other. The name index answers alone, without the table.
drop index register_company_name, register_company_words;
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
create function register_unindex(of_source text) returns void
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  if exists (select from register_company where source = of_source) then return; end if;
  execute format('drop index if exists register_company_name_%1$s, register_company_words_%1$s', lower(of_source));
end
$$;
select register_index('SIRENE'), register_index('GLEIF');

-- Companies that have the words of a query, best first; the next query is asked when those before it did not bring
-- enough. `below` bounds the rank for each, so that none is told twice. Rows are looked through for the patterns
-- of the last one. The planner cannot know how rare the words are, and hopes to come upon a thousand of them by
-- walking through the register: every way but the index of words is closed to it.
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

create or replace function register_settle() returns void
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
revoke execute on function register_index(text), register_unindex(text) from public;
grant execute on function register_index(text), register_unindex(text) to vigie_app;

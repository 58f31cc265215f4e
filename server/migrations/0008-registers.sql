-- Registers an operator imported: the same for every account, so none of these tables has one. The
-- application reads them and adds to them (vigie import-register); it can delete nothing of them.
create table register_company (
  source text not null check (source in ('SIRENE', 'GLEIF')),
  -- SIREN or LEI.
  record_key text not null check (length(record_key) between 9 and 20),
  name text not null check (length(name) between 1 and 500),
  trade_name text,
  -- The name as it is searched for; empty when the company objected to being found by it.
  search_name text collate "C" not null,
  -- Further words that lead to the company: trade names, acronym.
  search_extra text collate "C",
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- Of a GLEIF record; a SIRENE record has its SIREN for a key.
  siren text check (siren ~ '^[0-9]{9}$'),
  local_id text,
  -- Of the head office: the SIREN and this make its SIRET.
  nic text check (nic ~ '^[0-9]{5}$'),
  naf_code text,
  legal_form text,
  headcount_band text,
  headcount_year smallint,
  created_on date,
  closed_on date,
  is_active boolean not null,
  status_detail text,
  -- The company objected to publication: what the publisher hides is masked.
  is_masked boolean not null default false,
  address_lines text,
  postal_code text,
  city text,
  region text,
  -- Active before closed, then larger before smaller.
  size_rank smallint not null,
  -- When the register last touched the record: an older file never overwrites a newer one.
  changed_at timestamptz not null,
  primary key (source, record_key)
);
create index register_company_name on register_company (source, search_name, size_rank desc)
  where search_name <> '';
create index register_company_local_id
  on register_company (country_code, upper(regexp_replace(local_id, '[^A-Za-z0-9]', '', 'g')))
  where source = 'GLEIF' and local_id is not null;

-- The words a company is found by. Those of larger active companies stand a second and third time, marked
-- with their tier: the best answers to a common word come from a short list instead of a sort of a long one.
-- Words of the world's register have a sign of their own, so the two registers never get in each other's way.
create function register_tokens(
  source text, search_name text, search_extra text, country_code text, size_rank smallint
) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(case when search_name = '' then '{}'::text[] else string_to_array(
  case when source = 'GLEIF'
    then '~' || replace(concat_ws(' ', search_name, search_extra), ' ', ' ~') || ' @' || country_code
    else concat_ws(' ', search_name, search_extra) end
  || case when size_rank >= 21 and source = 'SIRENE'
    then ' ' || replace(concat_ws(' ', search_name, search_extra), ' ', '/2 ') || '/2' else '' end
  || case when size_rank >= 24 and source = 'SIRENE'
    then ' ' || replace(concat_ws(' ', search_name, search_extra), ' ', '/3 ') || '/3' else '' end,
  ' ') end);
create index register_company_words on register_company
  using gin (register_tokens(source, search_name, search_extra, country_code, size_rank));

-- Every word of a register, and how many companies have it. Imports append what they changed and fold it in
-- now and then: updating each word at each batch would rewrite the dictionary a thousand times.
create table register_word (
  source text not null,
  word text collate "C" not null,
  companies integer not null,
  primary key (source, word)
);
create index register_word_completion on register_word (source, left(word, 3), companies desc, word);

create table register_word_change (
  source text not null,
  word text collate "C" not null,
  change integer not null
);

-- Where a SIRET leads. Addresses are kept of head offices only: forty million of them serve no purpose.
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

-- Announcements as they were understood when they were read; the rest of what was published stays in the file.
create table legal_announcement (
  siren text not null check (siren ~ '^[0-9]{9}$'),
  announcement_key text not null check (length(announcement_key) between 1 and 40),
  published_on date not null,
  announcement jsonb not null,
  primary key (siren, announcement_key)
);
create index legal_announcement_published on legal_announcement (published_on, siren);

-- One row per file, known by its content: what was read of it is never read twice.
create table register_import (
  checksum text primary key check (checksum ~ '^[0-9a-f]{64}$'),
  kind text not null,
  file_name text not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE')),
  position bigint not null default 0,
  added bigint not null default 0,
  changed bigint not null default 0,
  unchanged bigint not null default 0,
  refused bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

grant select, insert, update on register_company, register_word, register_establishment, legal_announcement,
  register_import to vigie_app;
grant select, insert, delete on register_word_change to vigie_app;

-- After an import: fresh statistics, and the list of words not yet sorted into the index emptied. Both are
-- the owner's to do.
create function register_settle() returns void
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  perform gin_clean_pending_list('register_company_words'::regclass);
  analyze register_company;
  analyze register_word;
  analyze register_establishment;
  analyze legal_announcement;
end
$$;
revoke execute on function register_settle() from public;
grant execute on function register_settle() to vigie_app;

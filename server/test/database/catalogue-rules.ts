import type { ClientBase } from 'pg'

// Each query names what breaks its rule, one row a fault; an empty answer is a rule that holds.

const own = `c.relnamespace = 'vigie'::regnamespace`
const hasAccount = `exists (select from pg_attribute a
  where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)`
const accountTable = `${own} and c.relkind in ('r', 'p') and ${hasAccount}`
const accountColumn = (table: string) =>
  `(select attnum from pg_attribute where attrelid = ${table} and attname = 'account_id')`
const anySchema = `n.nspname !~ '^(pg_|information_schema)'`
const wall = `(account_id = (NULLIF(current_setting(''app.account''::text, true), ''''::text))::bigint)`
const directory = `(current_setting(''app.directory''::text, true) = ''on''::text)`

const list = (names: Record<string, string>) =>
  Object.keys(names)
    .map((name) => `'${name}'`)
    .join(', ')

const installationTables = {
  app_user: 'a person may belong to several accounts; a policy shows an account its members only',
  person_link: 'links to people, who belong to no single account',
  person_session: 'as app_user; a policy shows an account the sessions of its members',
  person_device: 'as refresh_token',
  second_factor: 'as refresh_token; only the directory sees it',
  recovery_code: 'as second_factor',
  person_identity: 'as second_factor',
  factor_challenge: 'as second_factor',
  factor_failures: 'as second_factor',
  refresh_token: 'sessions of people, who belong to no single account',
  signing_key: 'the installation signs, not an account',
  file_key: 'the installation seals files, not an account',
  installation_key: 'one for the whole installation',
  revoked_token: 'asked before the account of a token is believed',
  attempt_budget: 'whoever tries to sign in is of no account yet',
  rate_count: 'counts whatever is limited, addresses and people among them, under digests',
  place_lease: 'processes of the installation hold them, under digests',
  event_type: 'the names of the specification',
  worker_lease: 'processes of the installation',
  operator_person: 'who runs the installation belongs to no account',
  operator_link: 'as operator_person',
  operator_challenge: 'as operator_person',
  operator_recovery_code: 'as operator_person',
  operator_session: 'as operator_person',
  process_heartbeat: 'as worker_lease',
  quarantine: 'the whole database is a copy, or it is not',
  deletion_proof: 'the account it tells of is gone',
  migration: 'the state of the schema itself',
  long_migration: 'as migration',
  trust_version: 'trusted lists an operator imported are the same for every account',
  code_trust_version: 'as trust_version',
  code_trust_certificate: 'as trust_version',
  bank: 'directories of banks an operator imported are the same for every account',
  register_company: 'registers an operator imported are the same for every account',
  register_establishment: 'as register_company',
  register_word: 'the dictionary of register_company',
  register_word_change: 'what the dictionary has yet to take in',
  register_import: 'files an operator imported',
  register_seen: 'what a file of register_import held',
  shipped_type: 'the catalogue as it ships; accounts have copies of their own',
  legal_announcement: 'published for everybody, as register_company',
  watchlist: 'published for everybody; a policy shows an own list to its account alone',
  watchlist_version: 'as watchlist',
  watchlist_arrival: 'as watchlist',
  watchlist_entry: 'as watchlist',
  watchlist_file: 'as watchlist',
}
const directoryTables = {
  account: 'sign-in and the scheduler must find accounts before they can name one',
  membership: 'sign-in asks to which accounts a person belongs',
  membership_unit: 'what somebody sees is computed with their rights, before the account is entered',
  api_client_unit: 'as membership_unit',
  unit: 'as membership_unit',
  unit_set: 'as membership_unit',
  unit_set_unit: 'as membership_unit',
  member_invitation: 'whoever brings a link is known by it alone',
  api_client: 'the token endpoint knows a client only by its client_id',
  provisioning_token: 'a directory is known only by the token it brings',
  account_standing: 'whether an account may be used is known before it is entered',
  sign_in_policy: 'whether a second factor is asked is known before the account is entered',
  identity_provider: 'who vouches for people is known before the account is entered',
  factor_reset: 'an operator’s reset settles what accounts asked for',
  api_client_secret: 'as api_client',
  client_assertion: 'as api_client',
  person_key: 'the directory keeps a name as long as any account knows its bearer',
  contact_link: 'whoever brings a link is known by it alone',
  portal_session: 'as contact_link',
  contact: 'whoever asks for a new link is known by the address alone',
  administration_head: 'one question finds the chains that moved; it holds numbers and hashes only',
  administration_stream: 'as administration_head',
  portfolio_size: 'one job folds the counts of all accounts; it holds nothing but numbers',
  portfolio_size_change: 'as portfolio_size',
  journal_verification: 'an operator asks which journals are broken; it holds numbers and moments only',
}
const unfencedTables = {
  identity_provider: 'people, not companies',
  identity_trial: 'people, not companies',
  provisioning_token: 'people, not companies',
  provisioning_settings: 'people, not companies',
  directory_person: 'people, not companies',
  directory_group: 'people, not companies',
  directory_group_member: 'people, not companies',
  directory_group_unit: 'what people see, not what is seen',
  absence: 'people, not companies',
  account: 'the account itself',
  account_quota: 'numbers',
  journal_verification: 'numbers and moments',
  account_export: 'numbers; only whoever sees all units may ask for an export',
  account_standing: 'the account itself',
  administration_checkpoint: 'as administration_event',
  administration_event: 'acts of administration; the routes ask for all units',
  administration_head: 'as administration_event',
  administration_stream: 'as administration_event',
  alert_channel: 'settings; only whoever sees all units may add one',
  alert_mailing: 'moments; what a mail says is read with the sight of its reader',
  alert_person: 'settings of a person',
  alert_position: 'numbers',
  alert_recipient: 'numbers of alerts, which are read only together with these',
  alert_subscription: 'what somebody wants to hear of, not what is heard',
  agent_policy: 'settings of the account',
  reader_position: 'how far a caller wrote, and nothing of what',
  api_client: 'callers of the account',
  api_client_secret: 'as api_client',
  api_client_unit: 'what a caller sees, not what is seen',
  attribute_definition: 'settings of the account',
  calendar_link: 'whose link it is; what it opens is asked for with its maker’s sight',
  client_assertion: 'as api_client',
  company_search_count: 'a number for each day',
  datahub_provider: 'settings of the account',
  datahub_push: 'numbers of messages; what they brought is in fenced tables',
  datahub_scale: 'settings of the account',
  document_type: 'the catalogue of the account',
  document_type_version: 'as document_type',
  dossier_type: 'as document_type',
  dossier_type_version: 'as document_type',
  erasure: 'numbers of forgotten people; the routes ask for all units',
  evaluation_option: 'settings of the account',
  factor_reset: 'people of the account',
  idempotency_key: 'answers that the same caller got already',
  journal_anchor: 'digests',
  journal_checkpoint: 'digests',
  journal_head: 'a number and a digest',
  journal_mark: 'a moment',
  mail: 'written by whoever causes it, also out of their sight; the mailbox asks for all units',
  mail_allowance: 'a number for each hour',
  member_invitation: 'people of the account',
  membership: 'people of the account',
  membership_unit: 'what somebody sees, not what is seen',
  bank_guard: 'settings of the account',
  check_policy: 'settings of the account',
  check_count: 'numbers; the route asks for all units',
  overdue_policy: 'settings of the account',
  seal_root: 'settings of the account',
  owner_rule: 'settings of the account',
  owner_settings: 'settings of the account',
  person_key: 'keys',
  relationship_policy: 'settings of the account',
  rule: 'settings of the account',
  sandbox_journey: 'a moment',
  saved_view: 'words of a filter; what it shows is asked for anew',
  screening_change_head: 'a number',
  screening_settings: 'settings of the account',
  sealed_file: 'keys of files that only fenced tables name',
  sign_in_policy: 'settings of the account',
  team: 'people, not companies',
  team_member: 'people, not companies',
  unit: 'the tree itself, which people must know to work with it',
  unit_set: 'combinations of units, without what is in them',
  unit_set_unit: 'as unit_set',
  webhook_endpoint: 'settings; what it is sent is decided by its maker’s sight',
}
const indexesWithoutAccount = {
  contact_link_token: 'whoever brings a link is known by it alone',
  portal_session_token: 'as contact_link_token',
  contact_by_address: 'whoever asks for a new link is known by the address alone',
  member_invitation_link: 'whoever brings a link is known by it alone',
  member_invitation_of_address: 'whoever signs in is shown what waits for their address',
  factor_reset_person: 'a person belongs to no single account',
  factor_reset_asker: 'as factor_reset_person',
  membership_user: 'sign-in asks to which accounts a person belongs',
  sealed_file_key: 'a key seals files of every account',
  comment_mention_user: 'a person belongs to no single account',
  identity_provider_issuer: 'a token names its issuer before its account',
  identity_provider_tried_by: 'a person belongs to no single account',
  identity_trial_started_by: 'a person belongs to no single account',
  provisioning_token_hash: 'a directory is known only by the token it brings',
  api_client_client_id: 'the token endpoint knows a client only by its client_id',
}
const accountAskedForElsewhere = {
  alert_recipient: 'millions in a busy minute, made from alerts, which refer to the account',
  thirdparty_word: 'written by the triggers of the third party, which refers to the account',
  event: 'every append holds journal_head, which refers to the account',
  event_detail: 'as event',
  administration_event: 'the operator has a chain of its own, under number 0',
  administration_head: 'as administration_event',
  administration_checkpoint: 'as administration_event',
  administration_stream: 'as administration_event',
  journal_anchor: 'the operator’s chain is anchored too',
  mail: 'checkpoints of the operator’s chain are mailed too',
}
const writtenByFunctionsOnly = {
  event: 'journal_append',
  event_detail: 'journal_append',
  journal_head: 'journal_append',
  administration_event: 'administration_append',
  administration_head: 'administration_append',
  journal_mark: 'journal_declare_final',
  portfolio_size: 'portfolio_fold',
  portfolio_size_change: 'portfolio_count',
  event_type: 'the start of the product, from its own lists',
  migration: 'migrations',
}

export const rules = {
  'a table without account is a known one of the installation': `
    select c.relname as finding from pg_class c
    where ${own} and c.relkind in ('r', 'p', 'f') and not ${hasAccount}
      and c.relname not in (${list(installationTables)})`,

  'row security is enabled and forced': `
    select c.relname as finding from pg_class c
    where ${accountTable} and not (c.relrowsecurity and c.relforcerowsecurity)`,

  'an isolation policy guards reading and writing': `
    select c.relname as finding from pg_class c
    where ${accountTable} and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polroles = '{0}'
        and pg_get_expr(p.polqual, c.oid) = '${wall}'
        and pg_get_expr(p.polwithcheck, c.oid) = '${wall}')`,

  'no other policy opens what isolation closes': `
    select c.relname || ': ' || p.polname as finding from pg_class c join pg_policy p on p.polrelid = c.oid
    where ${accountTable} and p.polpermissive and p.polname <> 'account_isolation'
      and not (p.polname = 'backup_reads' and p.polcmd = 'r' and p.polroles = array['vigie_backup'::regrole::oid])
      and not (c.relname in (${list(directoryTables)}) and pg_get_expr(p.polqual, c.oid) = '${directory}'
        and pg_get_expr(p.polwithcheck, c.oid) = '${directory}')`,

  'backups read every table': `
    select c.relname as finding from pg_class c
    where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not (
      has_table_privilege('vigie_backup', c.oid, 'select') and (not c.relrowsecurity or exists (
        select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup_reads' and p.polpermissive
          and p.polcmd = 'r' and pg_get_expr(p.polqual, c.oid) = 'true')))`,

  'the wall of the units stands before every table that could tell of a company': `
    select c.relname as finding from pg_class c
    where ${accountTable} and c.relname not in (${list(unfencedTables)}) and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = 'unit_sight' and not p.polpermissive
        and p.polcmd = '*' and p.polroles = '{0}' and p.polwithcheck is null
        and pg_get_expr(p.polqual, c.oid) ~ '^\\(\\( SELECT (vigie\\.)?sees_all_units\\(\\) AS sees_all_units\\) OR ')
    union all
    select c.relname || ' leads to a third party' from pg_class c
    where ${own} and c.relname in (${list(unfencedTables)}) and c.relname not in ('mail', 'unit_set', 'unit_set_unit')
      and exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped and a.attname = any(
        '{thirdparty_id,subject,dossier_id,document_id,response_id,evidence_id,contact_id,comment_id,unit_set_id}'))`,

  'the primary key begins with the account': `
    select c.relname as finding from pg_class c
    where ${accountTable} and not exists (
      select from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'p' and k.conkey[1] = ${accountColumn('c.oid')})`,

  'a foreign key between account tables carries the account': `
    select k.conrelid::regclass || ': ' || k.conname as finding
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and ${accountTable} and ${accountColumn('k.confrelid')} is not null
      and not exists (select from generate_subscripts(k.conkey, 1) i
        where k.conkey[i] = ${accountColumn('k.conrelid')} and k.confkey[i] = ${accountColumn('k.confrelid')})`,

  // Of a key that carries more than the primary key of its parent, the columns of that primary key are enough.
  // A unique index on some of them serves as well: it leaves one row to look at.
  'a foreign key has an index that begins with its columns': `
    select k.conrelid::regclass || ': ' || k.conname as finding
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      left join pg_constraint parent on parent.conrelid = k.confrelid and parent.contype = 'p'
        and parent.conkey <@ k.confkey,
      lateral (select array_agg(k.conkey[nth]) as needed from generate_subscripts(k.conkey, 1) nth
        where parent.conkey is null or k.confkey[nth] = any(parent.conkey)) columns
    where k.contype = 'f' and ${own} and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
        and ((i.indkey::int2[])[0:cardinality(needed) - 1] @> needed
          or i.indisunique and (i.indkey::int2[])[0:i.indnkeyatts - 1] <@ needed))`,

  'an index of an account table begins with the account': `
    select x.relname as finding
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where ${accountTable} and i.indkey[0] <> ${accountColumn('c.oid')}
      and x.relname not in (${list(indexesWithoutAccount)})`,

  'ids come from the one sequence': `
    select c.relname || '.' || a.attname as finding
    from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      left join pg_inherits h on h.inhrelid = c.oid left join pg_class parent on parent.oid = h.inhparent
    where ${own} and a.attname like '%\\_id' and a.atttypid = 'bigint'::regtype
      and not (a.attname = 'account_id'
        and coalesce(parent.relname, c.relname) in (${list(accountAskedForElsewhere)}))
      and not exists (select from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey))
      and not coalesce(pg_get_expr(d.adbin, d.adrelid) ~ '^nextval\\(''(vigie\\.)?vigie_id''::regclass\\)$', false)
    union all
    select c.relname from pg_class c where ${own} and c.relkind = 'S' and c.relname <> 'vigie_id'`,

  'the application role is a group, and who signs in as a member of it is nothing more': `
    select 'attributes of ' || rolname as finding from pg_roles
    where rolname like 'vigie\\_app%' and (rolcanlogin = (rolname = 'vigie_app') or rolsuper or rolbypassrls
      or rolcreaterole or rolcreatedb or rolreplication)
    union all select 'missing' where not exists (select from pg_roles where rolname = 'vigie_app')
    union all select m.member::regrole || ' is a member of ' || m.roleid::regrole
      from pg_auth_members m join pg_roles r on r.oid = m.member
      where r.rolname like 'vigie\\_app%' and (m.roleid <> 'vigie_app'::regrole or m.admin_option)`,

  'the application role owns nothing': `
    select pg_describe_object(classid, objid, objsubid) as finding from pg_shdepend
    where deptype = 'o' and refclassid = 'pg_authid'::regclass and refobjid = 'vigie_app'::regrole
      and dbid in (0, (select oid from pg_database where datname = current_database()))`,

  'the application role has no right that passes row security or changes the schema': `
    select c.oid::regclass || ': ' || p as finding
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest('{TRUNCATE,REFERENCES,TRIGGER}'::text[]) p
    where ${anySchema} and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_table_privilege('vigie_app', c.oid, p)
        or (p = 'REFERENCES' and has_any_column_privilege('vigie_app', c.oid, p)))
    union all select 'create in schema ' || n.nspname from pg_namespace n
      where n.nspname !~ '^pg_(toast_)?temp' and has_schema_privilege('vigie_app', n.oid, 'CREATE')
    union all select 'create in the database' where has_database_privilege('vigie_app', current_database(), 'CREATE')`,

  'tables kept by functions cannot be written by the application': `
    select c.relname || ': ' || p as finding
    from pg_class c left join pg_inherits h on h.inhrelid = c.oid left join pg_class parent on parent.oid = h.inhparent,
      unnest('{INSERT,UPDATE,DELETE}'::text[]) p
    where ${own} and c.relkind in ('r', 'p')
      and coalesce(parent.relname, c.relname) in (${list(writtenByFunctionsOnly)})
      and (has_table_privilege('vigie_app', c.oid, p)
        or (p <> 'DELETE' and has_any_column_privilege('vigie_app', c.oid, p)))`,

  'the owner cannot sign in or pass row security, and owns all of it': `
    select 'attributes' as finding from pg_roles where rolname = 'vigie_owner'
      and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
    union all select 'missing' where not exists (select from pg_roles where rolname = 'vigie_owner')
    union all select c.relname from pg_class c
      where ${own} and c.relkind not in ('i', 'I') and c.relowner <> 'vigie_owner'::regrole
    union all select p.proname from pg_proc p
      where p.pronamespace = 'vigie'::regnamespace and p.proowner <> 'vigie_owner'::regrole`,

  'a table, a view or a function says why it is there': `
    select c.relname as finding from pg_class c
    where ${own} and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')
      and coalesce(obj_description(c.oid, 'pg_class'), '') = ''
    union all select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace = 'vigie'::regnamespace and coalesce(obj_description(p.oid, 'pg_proc'), '') = ''`,

  'a check of several columns has a name that says what it holds': `
    select k.conname as finding from pg_constraint k join pg_class c on c.oid = k.conrelid
    where ${own} and k.contype = 'c' and k.conname ~ ('^' || c.relname || '_check[0-9]*$')`,

  'views look with the rights of who asks': `
    select c.relname as finding from pg_class c where ${own} and (c.relkind = 'm' or (c.relkind = 'v'
      and not coalesce(c.reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}', false)))`,

  // At the cost of an operator, it would be asked before any comparison, of every row of a small table.
  'a wall asks row by row only after plain comparisons': `
    select p.oid::regprocedure::text as finding from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'vigie'::regnamespace and l.lanname = 'plpgsql' and p.prorettype = 'boolean'::regtype
      and p.procost < 4`,

  'a function with the rights of its owner has a fixed path and no public caller': `
    select p.oid::regprocedure::text as finding from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${anySchema} and p.prosecdef and (
      not coalesce(p.proconfig && '{"search_path=vigie, pg_temp"}', false)
      or exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0))`,
}

export type Rule = keyof typeof rules

/** What the database has against the rules: nothing, if all is well. */
export async function findings(client: ClientBase): Promise<{ rule: Rule; finding: string }[]> {
  const found: { rule: Rule; finding: string }[] = []
  for (const [rule, query] of Object.entries(rules) as [Rule, string][]) {
    const { rows } = await client.query<{ finding: string }>(query)
    found.push(...rows.map(({ finding }) => ({ rule, finding })))
  }
  return found
}

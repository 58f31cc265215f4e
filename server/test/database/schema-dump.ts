import type { ClientBase } from 'pg'

/**
 * The schema in words, from the catalogue tables: the packaged PostgreSQL has no pg_dump, and what this
 * prints is the same from PostgreSQL 15 to 18. Monthly partitions depend on the date and are left out.
 */
export async function dumpSchema(client: ClientBase): Promise<string> {
  await client.query('set search_path = vigie')
  const statements = [
    '-- Written by scripts/schema.ts from the migrated database; a test holds the two together. Not to be edited.',
    await linesOf(client, schemaQuery),
    await linesOf(client, sequenceQuery),
    await linesOf(client, typeQuery),
  ]
  statements.push(...(await dumpTables(client)))
  statements.push(await linesOf(client, viewQuery), await linesOf(client, functionQuery, '\n\n'))
  statements.push(await linesOf(client, operatorQuery))
  await client.query('reset search_path')
  const text = statements.filter((statement) => statement !== '').join('\n\n')
  return `${text.replace(/ +$/gm, '')}\n`
}

async function linesOf(client: ClientBase, query: string, glue = '\n'): Promise<string> {
  const { rows } = await client.query<{ line: string }>(query)
  return rows.map(({ line }) => line).join(glue)
}

/** Each query once for all tables: there are a hundred of them, and tests dump the schema often. */
async function dumpTables(client: ClientBase): Promise<string[]> {
  const parts: string[][][] = []
  for (const query of [
    definitionQuery,
    indexQuery,
    securityQuery,
    policyQuery,
    triggerQuery,
    tableGrantQuery,
    tableCommentQuery,
  ]) {
    const { rows } = await client.query<{ lines: string[] }>(
      `select array(${query}) as lines from (${tableQuery}) t order by t.name`,
    )
    parts.push(rows.map(({ lines }) => lines))
  }
  const tables = parts[0] ?? []
  return tables.map((_, nth) => parts.flatMap((lines) => lines[nth] ?? []).join('\n'))
}

// On one line each, so that a search for a word shows the whole reason.
const comment = (object: string, text: string) => `format('comment on %s is %L;', ${object}, ${text})`

// What the owner may do with its own things differs between versions and says nothing.
function grants(kind: string, object: string, acl: { list: string; owner: string; type: string }): string {
  return `select format('grant %s on ${kind} %s to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
      ${object}, case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as line
    from aclexplode(coalesce(${acl.list}, acldefault('${acl.type}', ${acl.owner}))) a
    where a.grantee <> ${acl.owner} group by a.grantee`
}

const schemaQuery = `
  select line from pg_namespace n, lateral (
    ${grants('schema', 'n.nspname', { list: 'n.nspacl', owner: 'n.nspowner', type: 'n' })}) g
  where n.nspname = 'vigie' order by line`

const sequenceQuery = `
  select line from pg_class c join pg_sequence s on s.seqrelid = c.oid, lateral (
    select 0 as rank, format('create sequence %s as %s start %s increment %s minvalue %s maxvalue %s cache %s%s;',
      c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
      case when s.seqcycle then ' cycle' else '' end) as line
    union all select 1, line from (
      ${grants('sequence', 'c.relname', { list: 'c.relacl', owner: 'c.relowner', type: 's' })}) g
    union all select 2, ${comment("'sequence ' || c.relname", "obj_description(c.oid, 'pg_class')")}) lines
  where c.relnamespace = 'vigie'::regnamespace order by c.relname, rank, line`

const typeQuery = `
  select line from pg_type y join pg_class c on c.oid = y.typrelid, lateral (
    select 0 as rank, format(E'create type %s as (\\n  %s\\n);', c.relname,
      string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), E',\\n  ' order by a.attnum)) as line
    from pg_attribute a where a.attrelid = c.oid
    union all select 1, ${comment("'type ' || c.relname", "obj_description(y.oid, 'pg_type')")}) lines
  where c.relnamespace = 'vigie'::regnamespace and c.relkind = 'c' order by c.relname, rank`

const tableQuery = `
  select c.oid as id, c.relname as name from pg_class c
  where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p')
    and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')`

// PostgreSQL 18 lists NOT NULL among the constraints (contype n); the columns say it already.
const definitionQuery = `
  select case when c.relispartition then format('create table %s partition of %s default;', c.relname,
      (select inhparent::regclass from pg_inherits where inhrelid = c.oid))
    else format(E'create table %s (\\n  %s\\n)%s;', c.relname, concat_ws(E',\\n  ', columns.text, constraints.text),
      case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end) end as line
  from pg_class c, lateral (
    select string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
        when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case when a.attidentity <> '' then 'identity ' || a.attidentity::text end,
      case when a.attnotnull then 'not null' end), E',\\n  ' order by a.attnum) as text
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) columns, lateral (
    select string_agg(format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), E',\\n  '
      order by position(k.contype::text in 'pufxc'), k.conname) as text
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'x', 'c')) constraints
  where c.oid = t.id`

const indexQuery = `
  select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join pg_class x on x.oid = i.indexrelid
  where i.indrelid = t.id and not x.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by x.relname`

const securityQuery = `
  select format('alter table %s %s row level security;', relname, flag) as line
  from pg_class, lateral (values (1, 'enable', relrowsecurity), (2, 'force', relforcerowsecurity)) f (rank, flag, is_on)
  where oid = t.id and is_on order by rank`

const policyQuery = `
  select concat_ws(' ', 'create policy', quote_ident(p.polname), 'on', p.polrelid::regclass,
    case when not p.polpermissive then 'as restrictive' end,
    'for ' || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
      else 'all' end,
    'to ' || (select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ' order by r)
      from unnest(p.polroles) r),
    E'\\n  using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
    E'\\n  with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') || ';' as line
  from pg_policy p where p.polrelid = t.id order by p.polname`

const triggerQuery = `
  select pg_get_triggerdef(oid) || ';' as line from pg_trigger
  where tgrelid = t.id and not tgisinternal and tgparentid = 0 order by tgname`

const tableGrantQuery = `
  select line from pg_class c, lateral (
    ${grants('table', 'c.relname', { list: 'c.relacl', owner: 'c.relowner', type: 'r' })}
    union all select columns.line from pg_attribute att, lateral (
      ${grants('column', "c.relname || '.' || att.attname", { list: 'att.attacl', owner: 'c.relowner', type: 'c' })}) columns
    where att.attrelid = c.oid and att.attacl is not null) g
  where c.oid = t.id order by line`

const tableCommentQuery = `
  select ${comment('o.object', 'd.description')} as line from (
    select 0 as rank, 'pg_class'::regclass as class, t.id as id, 0 as sub, 'table ' || t.id::regclass as object
    union all select 1, 'pg_class'::regclass, attrelid, attnum, format('column %s.%I', attrelid::regclass, attname)
      from pg_attribute where attrelid = t.id and attnum > 0
    union all select 2, 'pg_constraint'::regclass, oid, 0, format('constraint %I on %s', conname, conrelid::regclass)
      from pg_constraint where conrelid = t.id
    union all select 3, 'pg_class'::regclass, indexrelid, 0, 'index ' || indexrelid::regclass
      from pg_index where indrelid = t.id
    union all select 4, 'pg_policy'::regclass, oid, 0, format('policy %I on %s', polname, polrelid::regclass)
      from pg_policy where polrelid = t.id
    union all select 5, 'pg_trigger'::regclass, oid, 0, format('trigger %I on %s', tgname, tgrelid::regclass)
      from pg_trigger where tgrelid = t.id) o
    join pg_description d on d.classoid = o.class and d.objoid = o.id and d.objsubid = o.sub
  order by o.rank, o.sub, o.object`

const viewQuery = `
  select format(E'create %sview %s%s as\\n%s', case c.relkind when 'm' then 'materialized ' else '' end, c.relname,
    ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid))
    || coalesce(E'\\n' || ${comment("'view ' || c.relname", "obj_description(c.oid, 'pg_class')")}, '') as line
  from pg_class c where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('v', 'm') order by c.relname`

const operatorQuery = `
  select format('create operator %s (%srightarg = %s, function = %s, restrict = %s);', o.oprname,
      case when o.oprleft = 0 then '' else 'leftarg = ' || format_type(o.oprleft, null) || ', ' end,
      format_type(o.oprright, null), o.oprcode, o.oprrest)
    || coalesce(E'\\n' || ${comment("format('operator %s (%s, %s)', o.oprname, case when o.oprleft = 0 then 'none' else format_type(o.oprleft, null) end, format_type(o.oprright, null))", "obj_description(o.oid, 'pg_operator')")}, '') as line
  from pg_operator o where o.oprnamespace = 'vigie'::regnamespace order by o.oprname`

const functionQuery = `
  select line from pg_proc p, lateral (
    select 0 as rank, rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as line
    union all select 1, line from (
      ${grants('function', 'p.oid::regprocedure', { list: 'p.proacl', owner: 'p.proowner', type: 'f' })}) g
    union all select 2, ${comment("'function ' || p.oid::regprocedure", 'd.description')}
      from pg_description d where d.classoid = 'pg_proc'::regclass and d.objoid = p.oid) lines
  where p.pronamespace = 'vigie'::regnamespace order by p.proname, p.oid::regprocedure::text, rank, line`

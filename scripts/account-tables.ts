// A list: how each table would lie in a cluster that spreads accounts over nodes (Citus), and what does not fit yet.
// What has the column account_id and is not named here is distributed by it.

type Reasons = Readonly<Record<string, string>>

/** Small and the same for every account: each node would hold a copy, so that foreign keys and joins reach it. */
export const referenceTables: Reasons = {
  account: 'a row for each account; tables of people refer to it, and people belong to no single account',
  app_user: 'a person may belong to several accounts; memberships and mentions refer to people',
  event_type: 'the names of the specification',
  file_key: 'a few keys of the installation; sealed_file refers to them',
  legal_announcement: 'published for everybody, joined with the companies of each account',
  shipped_type: 'the catalogue as it ships',
  watchlist: 'published for everybody, joined with the hits of each account',
  watchlist_version: 'as watchlist',
  watchlist_arrival: 'as watchlist',
  watchlist_entry: 'as watchlist: some hundred thousand rows',
  watchlist_file: 'as watchlist',
  person_session: 'refers to people and to accounts',
  person_device: 'as person_session',
  person_identity: 'as person_session',
  person_link: 'as person_session',
  factor_challenge: 'as person_session',
  factor_failures: 'as person_session',
  recovery_code: 'as person_session',
  refresh_token: 'as person_session',
  second_factor: 'as person_session',
}

/** Stay where they are, on the coordinator: nothing that is distributed refers to them or is joined with them. */
export const localTables: Reasons = {
  attempt_budget: 'counted before anybody has an account; written too often for copies on each node',
  rate_count: 'as attempt_budget',
  place_lease: 'as attempt_budget',
  worker_lease: 'processes of the installation',
  process_heartbeat: 'as worker_lease',
  operator_person: 'who runs the installation belongs to no account',
  operator_link: 'as operator_person',
  operator_challenge: 'as operator_person',
  operator_recovery_code: 'as operator_person',
  operator_session: 'as operator_person',
  deletion_proof: 'the account it tells of is gone',
  revoked_token: 'asked before the account of a token is believed',
  trust_version: 'trusted lists, asked by their own key and never joined',
  code_trust_version: 'as trust_version',
  code_trust_certificate: 'certificates for codes, asked by version and name',
  bank: 'directories of banks, asked by their own keys',
  register_company: 'registers of up to thirty million companies, asked by their own keys',
  register_establishment: 'as register_company',
  register_import: 'as register_company',
  register_seen: 'as register_company',
  register_word: 'as register_company',
  register_word_change: 'as register_company',
  installation_key: 'one row for the installation',
  signing_key: 'the installation signs',
  quarantine: 'the whole database is a copy, or it is not',
  migration: 'the state of the schema itself',
  long_migration: 'as migration',
}

const byToken =
  'whoever brings it names no account; the token would carry its account, or a local table would map it'

/** Unique keys that could not be kept across nodes as they are, and what would have to change. */
export const uniqueWithoutAccount: Reasons = {
  api_client_client_id: byToken,
  contact_link_token: byToken,
  member_invitation_link: byToken,
  portal_session_token: byToken,
  provisioning_token_hash: byToken,
}

const guard =
  'guards a chain; the function that writes it, and the rights of its owner, would be the only guard'

/** Citus makes no triggers on distributed tables unless told so (citus.enable_unsafe_triggers), and none of statements. */
export const triggersToReplace: Reasons = {
  administration_checkpoint_append_only: guard,
  administration_checkpoint_no_truncate: guard,
  administration_event_append_only: guard,
  administration_event_no_truncate: guard,
  administration_head_forward: guard,
  administration_head_no_delete: guard,
  administration_head_no_truncate: guard,
  event_append_only: guard,
  event_no_truncate: guard,
  event_detail_append_only: guard,
  event_detail_no_truncate: guard,
  journal_anchor_keeps_delivered: guard,
  journal_anchor_no_delete: guard,
  journal_anchor_no_truncate: guard,
  journal_checkpoint_append_only: guard,
  journal_checkpoint_no_truncate: guard,
  journal_head_forward: guard,
  journal_head_no_delete: guard,
  journal_head_no_truncate: guard,
  journal_mark_forward: guard,
  journal_mark_no_truncate: guard,
  person_key_stays_erased: guard,
  document_take_unit_set: 'reads the dossier of the same account: the use case would write it',
  dossier_take_unit_set: 'reads the third party of the same account: the use case would write it',
  thirdparty_counted_in: 'of a statement: the use case would add the row to portfolio_size_change',
  thirdparty_counted_over: 'as thirdparty_counted_in',
  thirdparty_unique_code: 'reads the account: the use case would write it',
  thirdparty_wire: 'of its own row: a generated column, or the use case',
  thirdparty_summary_wire: 'as thirdparty_wire',
  thirdparty_words_in: 'of a statement: the use case would write the words',
  thirdparty_words_over: 'of its own row: as thirdparty_words_in',
}

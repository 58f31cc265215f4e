import type { Config } from './config.ts'

interface Feature {
  readonly name: string
  /** What switches it on; null for what is always there. */
  readonly isOn: ((config: Config) => boolean) | null
  /** Its settings. The first is the one that decides. */
  readonly plain: readonly string[]
  /** Keys, tokens, and addresses that may hold a password: only whether they are set is ever shown. */
  readonly secret: readonly string[]
}

/** A list: every setting of the service under its feature. A test compares it with those that are read. */
export const features: readonly Feature[] = [
  {
    name: 'service',
    isOn: null,
    plain: [
      'NODE_ENV',
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'CORS_ORIGINS',
      'VIGIE_DATA_DIR',
      'DRAIN_SECONDS',
      'SECURITY_CONTACT',
    ],
    secret: ['VIGIE_SECRET_KEY', 'VIGIE_NEW_SECRET_KEY'],
  },
  {
    name: 'database',
    isOn: null,
    plain: ['DATABASE_POOL', 'DATABASE_POOLER', 'DATABASE_REPLICA_LAG_SECONDS', 'VIGIE_POSTGRES_USER'],
    secret: ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'],
  },
  {
    name: 'workers',
    isOn: ({ worker }) => worker.inProcess,
    plain: ['WORKER_IN_PROCESS', 'WORKER_CONCURRENCY', 'WORKER_PORT'],
    secret: [],
  },
  {
    name: 'operator token',
    isOn: ({ operatorToken }) => operatorToken !== null,
    plain: [],
    secret: ['OPERATOR_TOKEN'],
  },
  {
    name: 'logs and metrics',
    isOn: null,
    plain: ['LOG_LEVEL', 'LOG_FILE_MAX_MB', 'ADMINISTRATION_STREAM'],
    secret: ['METRICS_TOKEN'],
  },
  {
    name: 'limits',
    isOn: null,
    plain: [
      'RATE_ACCOUNT_PER_SECOND',
      'RATE_TOKEN_PER_SECOND',
      'RATE_WRITES_PER_SECOND',
      'RATE_BAD_TOKENS_PER_SECOND',
      'RATE_SEARCH_PER_SECOND',
      'RATE_SEARCH_PER_DAY',
      'RATE_FILES_PER_SECOND',
      'RATE_WEBHOOK_TESTS_PER_SECOND',
      'RATE_DATAHUB_PUSHES_PER_SECOND',
      'INVITATIONS_PER_HOUR',
      'CONTACT_MAILS_PER_DAY',
      'EVENT_RANGE_MAX_DAYS',
      'IMPORT_MAX_ROWS',
      'IMPORT_MAX_MB',
      'IMPORT_MAX_WAITING',
      'UPLOAD_MAX_MB',
      'SHED_LOOP_DELAY_MS',
      'SHED_MEMORY_MB',
      'SHED_HEAP_PERCENT',
    ],
    secret: [],
  },
  { name: 'demonstration', isOn: ({ demo }) => demo !== 'off', plain: ['VIGIE_DEMO'], secret: [] },
  {
    name: 'mail',
    isOn: ({ smtp }) => smtp !== null,
    plain: ['MAIL_FROM', 'MAIL_TO_RESERVED'],
    secret: ['SMTP_URL'],
  },
  {
    name: 'mail reports',
    isOn: ({ mailReportsToken }) => mailReportsToken !== null,
    plain: [],
    secret: ['MAIL_REPORTS_TOKEN'],
  },
  {
    name: 'object store',
    isOn: ({ s3 }) => s3 !== null,
    plain: ['S3_BUCKET', 'S3_REGION', 'S3_PREFIX', 'S3_FORCE_PATH_STYLE'],
    secret: ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  },
  {
    name: 'file encryption',
    isOn: ({ fileEncryption }) => fileEncryption.on,
    plain: ['FILE_ENCRYPTION', 'FILE_KEYS_FILE'],
    secret: ['FILE_KEYS'],
  },
  { name: 'file links', isOn: null, plain: ['SIGNED_LINK_SECONDS', 'SIGNED_LINKS_FROM_STORE'], secret: [] },
  {
    name: 'virus scanner',
    isOn: ({ clamd }) => clamd !== null,
    plain: ['CLAMD_HOST', 'CLAMD_SOCKET', 'CLAMD_PORT', 'CLAMD_TIMEOUT_SECONDS', 'CLAMD_MAX_MB'],
    secret: [],
  },
  {
    name: 'document verification',
    isOn: ({ verification }) => verification !== null,
    plain: ['VERIFICATION_DOCUMENTS'],
    secret: ['VERIFICATION_URL', 'VERIFICATION_TOKEN'],
  },
  {
    name: 'French register',
    isOn: null,
    plain: ['FRENCH_REGISTER'],
    secret: ['FRENCH_REGISTER_URL', 'INSEE_API_KEY', 'INSEE_URL'],
  },
  {
    name: 'international registers',
    isOn: null,
    plain: ['INTERNATIONAL_REGISTERS'],
    secret: [
      'COMPANIES_HOUSE_API_KEY',
      'DNB_KEY',
      'DNB_SECRET',
      'GLEIF_URL',
      'VIES_URL',
      'COMPANIES_HOUSE_URL',
      'DNB_URL',
    ],
  },
  { name: 'legal announcements', isOn: null, plain: ['LEGAL_ANNOUNCEMENTS'], secret: ['BODACC_URL'] },
  {
    name: 'screening lists',
    isOn: ({ lists }) => lists.fetched.length > 0,
    plain: ['SCREENING_LISTS', 'SCREENING_LISTS_EVERY_HOURS', 'SCREENING_LIST_MAX_MB'],
    secret: [
      'SCREENING_OFAC_SDN_URL',
      'SCREENING_OFAC_CONSOLIDATED_URL',
      'SCREENING_EU_URL',
      'SCREENING_UN_URL',
      'SCREENING_UK_URL',
      'SCREENING_FRANCE_URL',
      'SCREENING_SWITZERLAND_URL',
      'SCREENING_OPENSANCTIONS_SANCTIONS_URL',
      'SCREENING_OPENSANCTIONS_EXPOSED_PERSONS_URL',
    ],
  },
  {
    name: 'screening service',
    isOn: ({ yente }) => yente !== null,
    plain: [
      'YENTE_SANCTIONS_DATASET',
      'YENTE_EXPOSED_PERSONS_DATASET',
      'YENTE_ALGORITHM',
      'YENTE_THRESHOLD_PERCENT',
      'YENTE_TIMEOUT_SECONDS',
      'YENTE_REQUESTS_PER_SECOND',
      'YENTE_VERSION_HOURS',
    ],
    secret: ['YENTE_URL', 'YENTE_API_KEY'],
  },
  {
    name: 'backups',
    isOn: ({ backup }) => backup.everyHours > 0,
    plain: [
      'BACKUP_EVERY_HOURS',
      'BACKUP_KEEP',
      'BACKUP_WITH_KEYS',
      'BACKUP_S3_REGION',
      'BACKUP_S3_FORCE_PATH_STYLE',
    ],
    secret: [
      'BACKUP_TO',
      'VIGIE_BACKUP_KEY',
      'BACKUP_S3_ENDPOINT',
      'BACKUP_S3_ACCESS_KEY_ID',
      'BACKUP_S3_SECRET_ACCESS_KEY',
    ],
  },
  {
    name: 'checkpoints',
    isOn: null,
    plain: [
      'CHECKPOINT_DIR',
      'CHECKPOINT_INTERVAL_MINUTES',
      'CHECKPOINT_KEY_FILE',
      'CHECKPOINT_PUBLIC_KEY_FILE',
      'CHECKPOINT_SIGN_SECONDS',
      'CHECKPOINT_TIMESTAMP_CA_FILE',
      'CHECKPOINT_TIMESTAMP_POLICY',
      'CHECKPOINT_S3_BUCKET',
      'CHECKPOINT_S3_REGION',
      'CHECKPOINT_S3_PREFIX',
      'CHECKPOINT_S3_FORCE_PATH_STYLE',
      'CHECKPOINT_S3_RETENTION_DAYS',
      'CHECKPOINT_MAIL_LANGUAGE',
    ],
    secret: [
      'CHECKPOINT_SIGN_COMMAND',
      'CHECKPOINT_TIMESTAMP_URL',
      'CHECKPOINT_S3_ENDPOINT',
      'CHECKPOINT_S3_ACCESS_KEY_ID',
      'CHECKPOINT_S3_SECRET_ACCESS_KEY',
      'CHECKPOINT_MAIL_TO',
      'CHECKPOINT_WEBHOOK_URL',
      'CHECKPOINT_WEBHOOK_SECRET',
    ],
  },
  {
    name: 'webhooks',
    isOn: null,
    plain: [
      'WEBHOOK_ALLOWED_HOSTS',
      'WEBHOOK_TIMEOUT_SECONDS',
      'WEBHOOK_ENDPOINTS_AT_ONCE',
      'WEBHOOK_REQUESTS_AT_ONCE',
      'WEBHOOK_DISABLE_AFTER_DAYS',
      'WEBHOOK_LOG_DAYS',
    ],
    secret: [],
  },
  {
    name: 'data providers',
    isOn: null,
    plain: ['DATAHUB_ALLOWED_HOSTS', 'DATAHUB_TIMEOUT_SECONDS'],
    secret: [],
  },
  {
    name: 'single sign-on',
    isOn: ({ oidc }) => oidc !== null,
    plain: [
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_SCOPES',
      'OIDC_EMAIL_CLAIM',
      'OIDC_TRUST_UNVERIFIED_EMAIL',
      'OIDC_AUDIENCE',
      'OIDC_ALGORITHMS',
      'OIDC_TOKEN_TYPES',
      'OIDC_JWKS_URI',
      'OIDC_ACCOUNTS_CLAIM',
      'OIDC_ROLES_CLAIM',
      'OIDC_ROLE_NAMES',
      'OIDC_SECOND_FACTOR_AMR',
      'OIDC_SECOND_FACTOR_ACR',
      'SSO_ALLOWED_HOSTS',
    ],
    secret: ['OIDC_CLIENT_SECRET'],
  },
]

export interface SettingView {
  name: string
  source: 'environment' | 'default'
  /** Null for a secret, and for what has no value. */
  value: string | null
  secret: boolean
}

export interface FeatureView {
  feature: string
  on: boolean | null
  settings: SettingView[]
}

/** Settings as they are in force, feature by feature. What was not read, because its feature is off, is not set. */
export function describeSettings(config: Config): FeatureView[] {
  const read = new Map(config.settings.map((one) => [one.name, one]))
  const view = (name: string, secret: boolean): SettingView => {
    const known = read.get(name)
    const source = known?.isSet ? 'environment' : 'default'
    return { name, source, value: secret ? null : (known?.value ?? null), secret }
  }
  return features.map(({ name, isOn, plain, secret }) => ({
    feature: name,
    on: isOn && isOn(config),
    settings: [...plain.map((one) => view(one, false)), ...secret.map((one) => view(one, true))],
  }))
}

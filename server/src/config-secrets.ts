import { readFileSync } from 'node:fs'

/** List of the settings that hold a secret: each may name a file instead, as NAME_FILE. */
export const secretNames = [
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'CHECKPOINT_S3_ACCESS_KEY_ID',
  'CHECKPOINT_S3_SECRET_ACCESS_KEY',
  'CHECKPOINT_WEBHOOK_SECRET',
  'COMPANIES_HOUSE_API_KEY',
  'DATABASE_APP_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'DNB_KEY',
  'DNB_SECRET',
  'INSEE_API_KEY',
  'MAIL_REPORTS_TOKEN',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OPERATOR_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'VERIFICATION_TOKEN',
  'VIGIE_BACKUP_KEY',
  'VIGIE_NEW_SECRET_KEY',
  'VIGIE_SECRET_KEY',
  'YENTE_API_KEY',
]

/** Containers and systemd hand over secrets as files: what other processes can see of this one then holds none. */
export function readSecretFiles(
  environment: NodeJS.ProcessEnv,
  fault: (sentence: string) => void,
): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {}
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`]?.trim() ?? ''
    if (file === '') continue
    if ((environment[name]?.trim() ?? '') !== '') fault(`${name} and ${name}_FILE: set one of them.`)
    else read[name] = readSecret(`${name}_FILE`, file, fault)
  }
  // What is not in a file is asked of the environment itself, and seen by whoever watches it.
  return Object.assign(Object.create(environment) as NodeJS.ProcessEnv, read)
}

function readSecret(setting: string, file: string, fault: (sentence: string) => void): string {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret === '') fault(`${setting} names an empty file.`)
    return secret
  } catch (error) {
    fault(`${setting} names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    return ''
  }
}

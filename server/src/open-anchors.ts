import { readFileSync } from 'node:fs'
import type { X509Certificate } from 'node:crypto'
import type { Config } from './config.ts'
import type { CheckpointsConfig } from './config-checkpoints.ts'
import { ConfigurationError } from './config-readers.ts'
import {
  certificatesIn,
  mailTarget,
  objectLockTarget,
  timeStampTarget,
  webhookTarget,
  type AnchorTarget,
  type ObjectLockTarget,
} from './domain/anchors/index.ts'
import { createSender } from './domain/webhooks/index.ts'

/** Where checkpoints go besides this machine, and what is needed to read them back. */
export interface Anchors {
  readonly targets: readonly AnchorTarget[]
  readonly store: ObjectLockTarget | null
  /** Whose time-stamps are believed; null when nobody's. */
  readonly authorities: readonly X509Certificate[] | null
}

export function openAnchors({ checkpoints, webhooks }: Pick<Config, 'checkpoints' | 'webhooks'>): Anchors {
  const { timeStamp, objectLock, webhook, mail, folder } = checkpoints
  const authorities = timeStamp && readAuthorities(timeStamp)
  const store = objectLock && objectLockTarget(objectLock)
  const targets = [
    timeStamp && timeStampTarget({ ...timeStamp, authorities: authorities ?? [], folder }),
    store,
    mail && mailTarget(mail),
    webhook && webhookTarget({ ...webhook, send: senderTo(webhook.url, webhooks.timeoutMs) }),
  ]
  return { targets: targets.filter((target) => target !== null), store, authorities }
}

function readAuthorities({ caFile }: NonNullable<CheckpointsConfig['timeStamp']>): X509Certificate[] {
  try {
    const found = certificatesIn(readFileSync(caFile, 'utf8'))
    if (found.length > 0) return found
  } catch {
    // The sentence below says it.
  }
  throw new ConfigurationError(
    'The file of CHECKPOINT_TIMESTAMP_CA_FILE could not be read as certificates in PEM.',
  )
}

/** The operator chose the address, so it may lie in the operator's own network. */
function senderTo(url: string, timeoutMs: number) {
  const { hostname } = new URL(url)
  return createSender({
    allowedHosts: [{ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: null }],
    timeoutMs,
    // Told by the delivery of the anchor.
    dependency: null,
  })
}

import { features, type FeatureName } from './config-features.ts'
import type { Config } from './config.ts'

export interface SettingView {
  name: string
  source: 'environment' | 'default'
  /** Null for a secret, and for what has no value. */
  value: string | null
  secret: boolean
}

export interface FeatureView {
  feature: FeatureName
  on: boolean | null
  /** The settings that switch it; empty for what is always there. */
  by: string[]
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
  return features.map(({ name, by, isOn, plain, secret }) => ({
    feature: name,
    on: isOn && isOn(config),
    by: [...by],
    settings: [...plain.map((one) => view(one, false)), ...secret.map((one) => view(one, true))],
  }))
}

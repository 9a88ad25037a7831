/** The environment cannot be used. The message has one sentence per bad setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Begins a statement of the sandbox's that selects `FROM unhurried`. It stands for a write in the acquirer's own house, so its durability is
 * not ours to pay for: it does not wait for the disk. What a crash of PostgreSQL can undo here we have not recorded either; it is asked for
 * again.
 */
export const UNHURRIED = `WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))`;

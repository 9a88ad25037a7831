/** How the embedded server is tuned: little memory when idle, steady under load, every commit on disk. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // One way in, the same on every system; the path of a socket may also be longer than the kernel allows.
  unix_socket_directories: '',
  timezone: 'UTC',

  // Five services and the gateway with their pools. Connections cost memory only when used.
  max_connections: '100',
  shared_buffers: '64MB',
  huge_pages: 'off',
  // No reader processes: the working set is in memory, and each process costs some of it.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',

  // Nobody replicates from it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Checkpoints write each page in full once more, so they are kept rare.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',

  // Hot tables (outbox, deliveries) turn over completely within seconds.
  autovacuum_naptime: '10s',
  autovacuum_vacuum_cost_limit: '1000',

  // Starts, stops and crashes; errors of statements are the services' to log, without the values in them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** For clusters that live as long as a test run. */
const NOT_DURABLE: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/** Arguments for `postgres`. @param more settings by name, over those of here */
export function serverArguments(port: number, durable: boolean, more: Readonly<Record<string, string>> = {}): string[] {
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), port: String(port), ...more };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

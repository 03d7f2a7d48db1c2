const mb = 1_024 * 1_024;

/**
 * What a machine has for the server: bytes of memory, which a container may limit, and processors.
 */
export interface Machine {
  memory: number;
  cores: number;
}

/**
 * Connections at most: Clarion's own pools, those that listen and hold locks, and some for people
 * with psql.
 */
export const mostConnections = 60;

/**
 * Settings of the local server. What was committed survives a power failure: `fsync` and
 * `synchronous_commit` are on, as PostgreSQL has them.
 */
export function settingsFor({ memory, cores }: Machine): Record<string, string> {
  const shared = clamp(memory / 16, 32 * mb, 512 * mb);
  return {
    max_connections: String(mostConnections),
    // A statement that names no message locks the tables and indexes of all weeks.
    max_locks_per_transaction: "512",
    shared_buffers: megabytes(shared),
    effective_cache_size: megabytes(Math.max(memory / 2, shared)),
    maintenance_work_mem: megabytes(clamp(memory / 32, 32 * mb, 256 * mb)),
    work_mem: "8MB",
    // The pages are in memory.
    random_page_cost: "1.1",
    max_wal_size: "1GB",
    checkpoint_completion_target: "0.9",
    max_worker_processes: String(clamp(cores, 2, 8)),
    max_parallel_workers_per_gather: String(cores > 3 ? 2 : 0),
    autovacuum_naptime: "20s",
    autovacuum_vacuum_scale_factor: "0.05",
    autovacuum_analyze_scale_factor: "0.05",
    // The statements here are short and many: compiling them just in time takes longer than running
    // them.
    jit: "off",
    logging_collector: "off",
    // Neither statements that failed, in whose details values of people are, nor checkpoints.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    log_timezone: "UTC",
    timezone: "UTC",
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / mb)}MB`;
}
